//! Buffer addresses in the runner: shaders can follow them, and the addresses in the output are the same on every driver.

use sos_tests::driver::EXECUTING;
use sos_tests::job::Enable;
use sos_tests::{
    driver, tools, Address, Buffer, Failure, Job, Place, Session, Setup, Stage, StageKind, Tools,
    Work,
};

const LIST: &str = "#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node { uvec2 next; uint value; uint number; };
layout(push_constant) uniform Push { uint unused[2]; uvec2 first; };
layout(binding = 0) buffer Out { uint results[]; };
void main() {
    uvec2 at = first;
    uvec2 turned = uvec2(0u);
    for (uint number = 0u; at != uvec2(0u); number++) {
        Node node = Node(at);
        uvec2 next = node.next;
        results[3u * number] = node.value;
        results[3u * number + 1u] = at.x;
        results[3u * number + 2u] = at.y;
        node.number = number;
        node.next = turned;
        turned = at;
        at = next;
    }
}";

fn words(tools: Tools, source: &str) -> Vec<u32> {
    tools
        .glsl(source, "comp", &["--target-env", "vulkan1.2"])
        .unwrap()
}

/// A linked list from buffer 2 to buffer 1 and back.
fn list(tools: Tools) -> Job {
    let address = |place, word, buffer, offset| Address {
        place,
        word,
        buffer,
        offset,
    };
    let buffers = vec![
        Buffer::storage(0, vec![7; 10]),
        Buffer::storage(8, vec![0, 0, 30, 9]),
        Buffer::storage(9, vec![0, 0, 50, 9, 0, 0, 40, 9]),
    ];
    Job {
        push_constants: vec![0; 4],
        addresses: vec![
            address(Place::Push, 2, 2, 16),
            address(Place::Buffer(2), 4, 1, 0),
            address(Place::Buffer(1), 0, 2, 0),
        ],
        ..Job::compute(&words(tools, LIST), buffers, 1)
    }
}

#[test]
fn addresses_are_followed_and_returned_as_symbols() {
    for name in EXECUTING {
        let (Some(driver), Some(tools)) = (driver(name), tools()) else {
            continue;
        };
        let mut session = Session::new(&driver);
        let output = session.run(&list(tools)).unwrap();
        let [first, second, third] =
            [(2, 16), (1, 0), (2, 0)].map(|(buffer, offset)| Address::symbolic(buffer, offset));
        let results = [&[40][..], &first, &[30], &second, &[50], &third, &[7]];
        assert_eq!(output.buffers[0], results.concat(), "{name}");
        assert_eq!(output.buffers[1], [&first[..], &[30, 1]].concat(), "{name}");
        let turned = [&second[..], &[50, 2, 0, 0, 40, 0]];
        assert_eq!(output.buffers[2], turned.concat(), "{name}");
    }
}

#[test]
fn devices_without_buffer_addresses_receive_symbols() {
    let source = "#version 450
        layout(push_constant) uniform Push { uvec4 pushed; };
        layout(binding = 0) buffer Out { uvec2 result; };
        void main() { result = pushed.zw; }";
    for name in EXECUTING {
        let (Some(driver), Some(tools)) = (driver(name), tools()) else {
            continue;
        };
        let setup = Setup {
            enable: Enable::Only {
                features: Vec::new(),
                extensions: Vec::new(),
            },
            ..Setup::default()
        };
        let job = Job {
            stages: vec![Stage::new(StageKind::Compute, &words(tools, source))],
            ..list(tools)
        };
        let output = Session::with(&driver, setup).run(&job).unwrap();
        assert_eq!(output.buffers[0][..2], Address::symbolic(2, 16), "{name}");
        assert_eq!(output.buffers[2][4..6], Address::symbolic(1, 0), "{name}");
    }
}

#[test]
fn pipelines_are_created_without_buffer_addresses() {
    let (Some(driver), Some(tools)) = (driver("radv-vega10"), tools()) else {
        return;
    };
    let job = Job {
        work: Work::Create,
        ..list(tools)
    };
    assert!(Session::new(&driver).run(&job).unwrap().buffers.is_empty());
}

#[test]
fn invalid_addresses_are_rejected() {
    let (Some(driver), Some(tools)) = (driver("lavapipe"), tools()) else {
        return;
    };
    let mut session = Session::new(&driver);
    let mut job = list(tools);
    for (wrong, reason) in [
        (
            Address {
                word: 3,
                ..job.addresses[0]
            },
            "no address can stand in word 3",
        ),
        (
            Address {
                buffer: 3,
                ..job.addresses[0]
            },
            "the address of number 3 is named",
        ),
    ] {
        job.addresses[0] = wrong;
        match session.run(&job) {
            Err(Failure::Vulkan(text)) => assert!(text.contains(reason), "{text}"),
            other => panic!("{other:?}"),
        }
    }
}
