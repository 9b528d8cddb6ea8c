//! Tests of caches in object stores: a server in this process that speaks as much HTTP as a cache needs, and `moto`, which speaks S3.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::modules::{mesh_shader, plain};
use crate::run::{Place, Ran};

/// A store over HTTP: GET and PUT.
#[derive(Default)]
struct Store {
    objects: Mutex<HashMap<String, Vec<u8>>>,
    /// How many requests are answered before the store is out of order.
    patience: AtomicUsize,
    asked: AtomicUsize,
}

impl Store {
    /// Starts a store that answers so many requests, and returns its URL.
    fn start(patience: usize) -> (Arc<Self>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/cache", listener.local_addr().unwrap());
        let store = Arc::new(Self {
            patience: AtomicUsize::new(patience),
            ..Self::default()
        });
        let here = store.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let store = here.clone();
                std::thread::spawn(move || while store.answer(&stream).is_some() {});
            }
        });
        (store, url)
    }

    /// Answers one request; `None` when the other side has gone.
    fn answer(&self, mut stream: &TcpStream) -> Option<()> {
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let (method, rest) = line.split_once(' ')?;
        let path = rest.split(' ').next()?.to_owned();
        let mut length = 0;
        loop {
            let mut header = String::new();
            reader.read_line(&mut header).ok()?;
            let header = header.trim().to_ascii_lowercase();
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().ok()?;
            }
            if header.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        let mut objects = self.objects.lock().unwrap();
        let (status, body) = match method {
            _ if number >= self.patience.load(Ordering::SeqCst) => ("403 Forbidden", Vec::new()),
            "PUT" => {
                objects.insert(path, body);
                ("201 Created", Vec::new())
            }
            "GET" => match objects.get(&path) {
                Some(found) => ("200 OK", found.clone()),
                None => ("404 Not Found", Vec::new()),
            },
            _ => ("405 Method Not Allowed", Vec::new()),
        };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Length: {}\r\nLast-Modified: Thu, 01 Jan 2026 00:00:00 GMT\r\nETag: \"x\"\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).ok()?;
        stream.write_all(&body).ok()
    }
}

fn corpus() -> Place {
    let place = Place::with(&[]);
    fs::create_dir(place.path("c")).unwrap();
    for n in 0..9 {
        let mut bytes = if n % 2 == 0 { plain() } else { mesh_shader() };
        bytes[8] = n;
        fs::write(place.path(&format!("c/{n}.spv")), bytes).unwrap();
    }
    place
}

/// A run on two devices with a cache.
fn command(place: &Place, cache: &str, more: &[&str]) -> Command {
    let fixed = [
        "corpus",
        "run",
        "c",
        "--no-validate",
        "-d",
        "swiftshader,lavapipe",
        "-j",
        "2",
    ];
    let mut command = place.command(&[&fixed[..], &["--cache", cache], more].concat());
    for (name, value) in SIGN_IN {
        command.env(name, value);
    }
    command
}

const SIGN_IN: [(&str, &str); 4] = [
    ("AWS_ACCESS_KEY_ID", "test"),
    ("AWS_SECRET_ACCESS_KEY", "test"),
    ("AWS_REGION", "us-east-1"),
    ("AWS_ALLOW_HTTP", "true"),
];

fn run(place: &Place, cache: &str, more: &[&str]) -> Ran {
    command(place, cache, more).output().unwrap().into()
}

#[track_caller]
fn found(ran: &Ran, count: usize) {
    let says = format!("18 pairs ({count} found by an earlier run), 0 failed");
    assert!(ran.text().contains(&says), "{}{}", ran.text(), ran.stderr);
    assert_eq!(ran.status, 0);
}

/// Three machines at the same time, then one that finds what they have found.
fn share(place: &Place, cache: &str, sign_in: &[(&str, String)]) {
    let start = |part: usize| {
        let (shard, report) = (format!("{part}/3"), format!("{part}.json"));
        let mut command = command(place, cache, &["--shard", &shard, "--report", &report]);
        command.envs(sign_in.iter().map(|(name, value)| (name, value)));
        command.stdout(Stdio::null()).spawn().unwrap()
    };
    for mut part in [1, 2, 3].map(start) {
        assert!(part.wait().unwrap().success());
    }
    let mut whole = command(place, cache, &["--report", "whole.json"]);
    whole.envs(sign_in.iter().map(|(name, value)| (name, value)));
    let whole: Ran = whole.output().unwrap().into();
    found(&whole, 18);
    assert_eq!(whole.stderr, "");
    place
        .run(&[
            "corpus", "merge", "1.json", "2.json", "3.json", "--report", "all.json",
        ])
        .expect(0, &[]);
    assert!(place.read("all.json") == place.read("whole.json"));
}

#[test]
fn machines_share_a_store_over_http() {
    let place = corpus();
    let (store, url) = Store::start(usize::MAX);
    share(&place, &url, &[]);
    let mut objects = store.objects.lock().unwrap();
    assert_eq!(objects.len(), 1 + 9, "a note, and an entry for each module");
    // A damaged entry is no entry.
    for object in objects.values_mut() {
        object.truncate(object.len() / 2);
    }
    drop(objects);
    found(&run(&place, &url, &[]), 0);
    found(&run(&place, &url, &[]), 18);
}

#[test]
fn a_store_that_is_away_is_an_error_first_and_a_warning_later() {
    let place = corpus();
    let start = Instant::now();
    run(&place, "http://127.0.0.1:9/cache", &["--report", "r.json"]).expect(
        2,
        &["cannot write into the cache, http://127.0.0.1:9/cache: "],
    );
    assert!(start.elapsed() < Duration::from_secs(60));
    assert!(!place.path("r.json").exists());
    let (_, url) = Store::start(0);
    run(&place, &url, &[]).expect(2, &["cannot write into the cache, "]);
    run(&place, "http://user:secret@127.0.0.1:9/", &[])
        .expect(2, &["variables of the environment"]);

    let (store, url) = Store::start(5);
    let ran = run(&place, &url, &[]);
    found(&ran, 0);
    for said in ["warning: cannot ", "the cache has failed too often"] {
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
    let asked = store.asked.load(Ordering::SeqCst);
    assert!(
        (8..12).contains(&asked),
        "{asked} requests: it is left alone"
    );
}

/// `moto`'s server, in a process of its own.
struct Moto(Child);

impl Drop for Moto {
    fn drop(&mut self) {
        // Fails only if it has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts `moto_server`, which the variable `SOS_MOTO` names, else the one on the search path, with a bucket.
fn moto() -> Result<(Moto, String), String> {
    let program = std::env::var_os("SOS_MOTO").unwrap_or_else(|| "moto_server".into());
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let child = Command::new(&program)
        .args(["-H", "127.0.0.1", "-p", &address.port().to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let child = child.map_err(|error| {
        format!(
            "{} (PyPI package moto[s3,server]): {error}",
            program.to_string_lossy()
        )
    })?;
    let moto = Moto(child);
    let start = Instant::now();
    let mut stream = loop {
        match TcpStream::connect(address) {
            Ok(stream) => break stream,
            Err(_) if start.elapsed() < Duration::from_secs(60) => {
                std::thread::sleep(Duration::from_millis(50));
            }
            Err(error) => panic!("moto_server does not listen: {error}"),
        }
    };
    let request = format!(
        "PUT /bucket HTTP/1.1\r\nHost: {address}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    Ok((moto, format!("http://{address}")))
}

#[test]
fn machines_share_a_bucket() {
    let moto = moto();
    let why = moto.as_ref().err().cloned().unwrap_or_default();
    let Some((_moto, endpoint)) = sos_tests::skip::unless_absent(moto.ok(), &why) else {
        return;
    };
    let place = corpus();
    let sign_in = [("AWS_ENDPOINT_URL", endpoint)];
    share(&place, "s3://bucket/sos", &sign_in);
    let prune = |days: &str| {
        let mut command = place.command(&[
            "corpus",
            "cache",
            "prune",
            "--days",
            days,
            "--cache",
            "s3://bucket/sos",
        ]);
        command
            .envs(SIGN_IN)
            .envs(sign_in.iter().map(|(name, value)| (name, value)));
        let ran: Ran = command.output().unwrap().into();
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.text().to_owned()
    };
    assert!(prune("1").contains("removed 0 entries (0 bytes), 9 are left"));
    std::thread::sleep(Duration::from_secs(2));
    assert!(prune("0").contains("removed 9 entries"));
}
