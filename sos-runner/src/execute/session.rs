//! A worker process that holds one Vulkan device and runs jobs on it.
//!
//! Environment variables, read once per process, determine which driver the Vulkan loader opens, and a driver may crash or hang
//! on a shader. Both require a separate process, with a time limit on each answer. After a crash or a hang the next job
//! starts a new worker.

use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::Duration;

use ash::vk;
use serde::de::DeserializeOwned;
use serde::Serialize;

use super::answers::Answers;
use super::driver::Driver;
use super::job::{DeviceInfo, Hello, Job, Message, Output, Reply, Setup};

/// The time limit for one answer of a worker, unless changed by [`Session::set_time_limit`].
pub const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Why a job has no output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A driver, the Vulkan loader or the validation layer is not installed.
    Missing(String),
    /// The validation layer reported errors. It stopped the calls that caused them before they reached the driver.
    Validation(Vec<Message>),
    /// A Vulkan call failed.
    Vulkan(String),
    /// The process died; its exit status, and the end of its standard error.
    Crashed(String),
    /// No answer within the time limit.
    TimedOut(Duration),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Validation(messages) => {
                write!(f, "the validation layer objects:")?;
                messages
                    .iter()
                    .try_for_each(|message| write!(f, "\n  {}", message.text))
            }
            Self::Missing(text) => write!(f, "missing: {text}"),
            Self::Vulkan(text) => f.write_str(text),
            Self::Crashed(text) => write!(f, "the driver's process died: {text}"),
            Self::TimedOut(limit) => write!(f, "no answer within {} s", limit.as_secs_f32()),
        }
    }
}

impl std::error::Error for Failure {}

/// A device, and the worker process that holds it, once started.
pub struct Session {
    driver: Driver,
    setup: Setup,
    time_limit: Duration,
    worker: Option<Worker>,
    /// What was answered before, where that is kept.
    answers: Option<Answers>,
}

impl Session {
    /// A session with the validation layer and every feature enabled.
    pub fn new(driver: &Driver) -> Self {
        Self::with(driver, Setup::default())
    }

    /// A session with a device created as `setup` describes.
    pub fn with(driver: &Driver, setup: Setup) -> Self {
        let setup = Setup {
            device: driver.index(),
            ..setup
        };
        Self {
            driver: driver.clone(),
            answers: Answers::of(driver, &setup),
            setup,
            time_limit: TIME_LIMIT,
            worker: None,
        }
    }

    /// Asks the driver whatever it has answered before ([`answers`](super::answers)), for those who measure how long that takes.
    pub fn ask_always(&mut self) {
        self.answers = None;
    }

    /// Sets the time limit for each further answer of the worker.
    pub fn set_time_limit(&mut self, limit: Duration) {
        self.time_limit = limit;
    }

    /// Opens the device unless it is open already, and describes it.
    ///
    /// # Errors
    /// If the driver cannot be opened as the setup describes.
    pub fn device(&mut self) -> Result<DeviceInfo, Failure> {
        if let Some(worker) = &self.worker {
            return Ok(worker.device.clone());
        }
        let known = self.answers.as_ref();
        if let Some(device) = known.and_then(Answers::device) {
            return Ok(device);
        }
        let worker = self.start()?;
        let device = worker.device.clone();
        self.worker = Some(worker);
        Ok(device)
    }

    /// Starts a worker, which tells what the device is.
    fn start(&mut self) -> Result<Worker, Failure> {
        let worker = Worker::start(&self.driver, &self.setup, self.time_limit)?;
        if let Some(answers) = &mut self.answers {
            answers.put_device(&worker.device);
        }
        Ok(worker)
    }

    /// Runs one job.
    ///
    /// # Errors
    /// See [`Failure`]. Warnings of the validation layer are not a failure.
    pub fn run(&mut self, job: &Job) -> Result<Output, Failure> {
        let question = text(job)?;
        self.device()?;
        let known = self.answers.as_ref();
        if let Some(output) = known.and_then(|answers| answers.get(&question)) {
            return Ok(output);
        }
        let mut worker = match self.worker.take() {
            Some(worker) => worker,
            None => self.start()?,
        };
        let reply: Reply = worker.ask(question.clone(), self.time_limit)?;
        // A lost device runs nothing further, so the next job starts a new worker.
        let lost = vk::Result::ERROR_DEVICE_LOST.to_string();
        let is_lost = matches!(&reply.output, Err(why) if why.contains(&lost));
        self.worker = (!is_lost).then_some(worker);
        let errors: Vec<Message> = reply
            .messages
            .into_iter()
            .filter(|message| message.error)
            .collect();
        if errors.is_empty() {
            if let (Some(answers), Ok(output)) = (&self.answers, &reply.output) {
                answers.put(&question, &text(output)?);
            }
            reply.output.map_err(Failure::Vulkan)
        } else {
            Err(Failure::Validation(errors))
        }
    }
}

/// A running worker process.
struct Worker {
    child: Child,
    stdin: ChildStdin,
    answers: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
    device: DeviceInfo,
}

impl Worker {
    fn start(driver: &Driver, setup: &Setup, time_limit: Duration) -> Result<Self, Failure> {
        let mut command = Command::new(&driver.worker().path);
        command
            .args(driver.worker().argument)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for (name, value) in environment(driver) {
            command.env(name, value);
        }
        let failed =
            |error: std::io::Error| Failure::Vulkan(format!("cannot start the worker: {error}"));
        let mut child = command.spawn().map_err(failed)?;
        let (Some(stdin), Some(stdout), Some(mut errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Failure::Vulkan("the worker has no pipes".into()));
        };
        let (sender, answers) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            lines
                .take_while(|line| sender.send(line.clone()).is_ok())
                .for_each(drop);
        });
        let stderr = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // If the pipe breaks, the text read so far is kept.
            let _ = errors.read_to_end(&mut bytes);
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let tail = text.lines().rev().take(6).collect::<Vec<_>>();
            tail.into_iter().rev().collect::<Vec<_>>().join("\n")
        });
        let mut worker = Self {
            child,
            stdin,
            answers,
            stderr: Some(stderr),
            device: DeviceInfo::default(),
        };
        let hello: Hello = worker.ask(text(setup)?, time_limit)?;
        worker.device = match hello {
            Hello::Ready(device) => device,
            Hello::Missing(what) => return Err(Failure::Missing(what)),
            Hello::Failed(why) => return Err(Failure::Vulkan(why)),
        };
        Ok(worker)
    }

    /// Sends one line and waits for the answer.
    fn ask<A: DeserializeOwned>(
        &mut self,
        mut line: String,
        limit: Duration,
    ) -> Result<A, Failure> {
        line.push('\n');
        if self
            .stdin
            .write_all(line.as_bytes())
            .and_then(|()| self.stdin.flush())
            .is_err()
        {
            return Err(self.crashed());
        }
        match self.answers.recv_timeout(limit) {
            Ok(answer) => serde_json::from_str(&answer)
                .map_err(|error| Failure::Vulkan(format!("the worker wrote {answer:?}: {error}"))),
            Err(RecvTimeoutError::Timeout) => Err(Failure::TimedOut(limit)),
            Err(RecvTimeoutError::Disconnected) => Err(self.crashed()),
        }
    }

    /// The exit status and the end of standard error of a process that died.
    fn crashed(&mut self) -> Failure {
        let status = self
            .child
            .wait()
            .map_or_else(|error| error.to_string(), |status| status.to_string());
        let said = self
            .stderr
            .take()
            .and_then(|thread| thread.join().ok())
            .unwrap_or_default();
        Failure::Crashed(if said.is_empty() {
            status
        } else {
            format!("{status}\n{said}")
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // The worker needs no orderly shutdown, and may hang. Killing it fails only if it has already exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A value as one line of JSON.
fn text(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Vulkan(error.to_string()))
}

/// Environment variables that make the loader open this driver, and override settings that would affect the results.
pub fn environment(driver: &Driver) -> Vec<(&'static str, std::ffi::OsString)> {
    let mut variables = vec![
        // Mesa's device selection layer makes queries that crash RADV's null device.
        ("NODEVICE_SELECT", std::ffi::OsString::from("1")),
        // A pipeline from a cache on disk would not exercise the compiler.
        ("MESA_SHADER_CACHE_DISABLE", OsStr::new("true").into()),
        // By default the layer reports no more than ten messages per rule, and lets later violations pass to the driver.
        ("VK_LAYER_ENABLE_MESSAGE_LIMIT", OsStr::new("false").into()),
    ];
    if let Some(manifest) = driver.manifest() {
        // Two names of one variable: loaders know the older one, the newer one or both.
        variables.push(("VK_ICD_FILENAMES", manifest.into()));
        variables.push(("VK_DRIVER_FILES", manifest.into()));
    }
    if let Some(folder) = validation_layer(driver) {
        variables.push(("VK_LAYER_PATH", folder.into()));
    }
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        variables.push(("XDG_RUNTIME_DIR", std::env::temp_dir().into()));
    }
    variables.extend(
        driver
            .environment()
            .iter()
            .map(|&(name, value)| (name, OsStr::new(value).into())),
    );
    variables
}

/// The folder with the validation layer that `scripts/test` unpacked; `None` to use the system's.
fn validation_layer(driver: &Driver) -> Option<PathBuf> {
    let folder = driver.unpacked()?.join("layers");
    folder
        .join("VkLayer_khronos_validation.json")
        .is_file()
        .then_some(folder)
}
