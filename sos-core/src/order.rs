//! Sorting, in little code.
//!
//! The lists of a module are short, or almost in order, since what enters them comes in the order of the module; and there are some
//! thirty types of them. The standard library's sort takes five kilobytes of code for each type, that for speed on long lists
//! in any order. This one takes a few hundred bytes: insertion while that is cheap, otherwise a heap. At worst it takes
//! time in proportion to *n* log *n*, whatever the input.

/// How many steps insertion may take for each element.
const PATIENCE: usize = 8;

/// Sorting slices.
pub(crate) trait Order {
    type Item;

    /// Sorts; equal elements may change places.
    fn order(&mut self)
    where
        Self::Item: Ord;

    /// Sorts by a key; elements with equal keys may change places.
    fn order_by_key<Key: Ord>(&mut self, key: impl Fn(&Self::Item) -> Key);
}

impl<T> Order for [T] {
    type Item = T;

    fn order(&mut self)
    where
        T: Ord,
    {
        sort(self, &|one, other| one < other);
    }

    fn order_by_key<Key: Ord>(&mut self, key: impl Fn(&T) -> Key) {
        sort(self, &|one, other| key(one) < key(other));
    }
}

fn sort<T>(list: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    if !insert_all(list, less) {
        heap_sort(list, less);
    }
}

/// Sorts by insertion. Returns whether it did: if not, it has taken too many steps, and the list is in another order.
fn insert_all<T>(list: &mut [T], less: &impl Fn(&T, &T) -> bool) -> bool {
    let mut steps = list.len().saturating_mul(PATIENCE);
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && less(&list[at], &list[at - 1]) {
            if steps == 0 {
                return false;
            }
            steps -= 1;
            list.swap(at, at - 1);
            at -= 1;
        }
    }
    true
}

fn heap_sort<T>(list: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    // The first half of the rounds makes a heap of the list, the second takes the largest element from it.
    for round in (0..list.len() + list.len() / 2).rev() {
        let (root, len) = match round.checked_sub(list.len()) {
            Some(root) => (root, list.len()),
            None => {
                list.swap(0, round);
                (0, round)
            }
        };
        sift_down(&mut list[..len], root, less);
    }
}

/// Lets an element of a heap sink to its place.
fn sift_down<T>(heap: &mut [T], mut at: usize, less: &impl Fn(&T, &T) -> bool) {
    loop {
        let mut child = 2 * at + 1;
        if child >= heap.len() {
            return;
        }
        if child + 1 < heap.len() && less(&heap[child], &heap[child + 1]) {
            child += 1;
        }
        if !less(&heap[at], &heap[child]) {
            return;
        }
        heap.swap(at, child);
        at = child;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_comes_in_order() {
        let mut random = 1_u32;
        for len in 0..200_usize {
            for range in [2, 10, 1 << 20] {
                let mut list: Vec<u32> = (0..len)
                    .map(|_| {
                        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (random >> 8) % range
                    })
                    .collect();
                let mut expected = list.clone();
                expected.sort_unstable();
                for _ in 0..2 {
                    list.order();
                    assert_eq!(list, expected);
                    list.reverse();
                }
                list.order_by_key(|number| std::cmp::Reverse(*number));
                assert!(list.iter().rev().eq(&expected));
                let mut heap = list;
                heap_sort(&mut heap, &|one, other| one < other);
                assert_eq!(heap, expected);
            }
        }
    }

    #[test]
    fn insertion_gives_up_in_time() {
        let mut list: Vec<u32> = (0..1000).rev().collect();
        assert!(!insert_all(&mut list, &|one, other| one < other));
        list.order();
        assert!(list.is_sorted());
        list.swap(3, 9);
        assert!(insert_all(&mut list, &|one, other| one < other));
    }
}
