//! Runs one case on one driver: as written, filtered for the driver, and filtered for targets with hidden features.
//!
//! The output of the module as written is the reference, if the driver supports everything that it declares; the filtered
//! modules must produce the same bytes. Identical filtered modules are run once. A driver that only compiles creates the
//! pipeline. A crash or a hang is a result: a defect of the driver for the module as written, otherwise one of the filter.

use serde::{Deserialize, Serialize};
use sos_core::{tables, Report, Target};

use crate::case::binding::Binding;
use crate::case::{Case, Directives, Draw, Outcome};
use crate::compare::difference;
use crate::execute::job::{Job, Output, Specialization, Stage, StageKind, Work};
use crate::execute::session::{Failure, Session};
use crate::hide::hidden_targets;
use crate::{check, pair, vertex_stage};

/// A vertex stage that a source names draws one triangle.
const VERTICES: u32 = 3;

/// The results of one case on one driver, as stored in the cache.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Execution {
    /// The runs, in order.
    pub(crate) runs: Vec<Run>,
    /// The output of the module as written.
    pub(crate) native: Option<Output>,
    /// The output of the module filtered for the driver.
    pub(crate) filtered: Option<Output>,
}

/// One run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    /// What was run: [`NATIVE`], [`FILTERED`], `without …`.
    pub(crate) what: String,
    /// How it ended.
    pub(crate) result: Ending,
}

/// The module as its author wrote it.
pub(crate) const NATIVE: &str = "as written";
/// The module filtered for the driver.
pub(crate) const FILTERED: &str = "filtered";

/// The run's name if the vertex stage of a fragment case cannot be generated; nothing else is run then.
const VERTEX: &str = "its vertex stage";

/// As [`FILTERED`], if the filter changes nothing: the result is that of the module as written.
pub(crate) const UNCHANGED: &str = "filtered, unchanged";

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "ending", content = "why")]
pub(crate) enum Ending {
    /// It ran; there is nothing to compare with.
    Ran,
    /// It produced the same output as the reference.
    Same,
    /// It produced a different output.
    Differs(String),
    /// The pipeline was created, on a driver that only compiles.
    Created,
    /// The device lacks something, so it was not run.
    Lacks(String),
    /// The validation layer reported errors.
    Rejected(String),
    /// The driver or its process failed.
    Failed(String),
}

impl Ending {
    /// The name in reports.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Ran => "ran",
            Self::Same => "same",
            Self::Differs(_) => "differs",
            Self::Created => "created",
            Self::Lacks(_) => "lacks",
            Self::Rejected(_) => "rejected",
            Self::Failed(_) => "failed",
        }
    }

    /// The ending with this name in reports, and with these details.
    pub(crate) fn from_name(name: &str, why: String) -> Option<Self> {
        let all = [
            Self::Ran,
            Self::Same,
            Self::Created,
            Self::Differs(why.clone()),
            Self::Lacks(why.clone()),
            Self::Rejected(why.clone()),
            Self::Failed(why),
        ];
        all.into_iter().find(|ending| ending.name() == name)
    }

    /// The details.
    pub(crate) fn why(&self) -> Option<&str> {
        match self {
            Self::Differs(why) | Self::Lacks(why) | Self::Rejected(why) | Self::Failed(why) => {
                Some(why)
            }
            Self::Ran | Self::Same | Self::Created => None,
        }
    }
}

impl Run {
    /// The failure message, if the run failed.
    ///
    /// A driver that fails on the module as written is not a failure of the filter. A module that the filter considers
    /// acceptable for the device, but that the validation layer rejects, is one.
    pub(crate) fn failure(&self) -> Option<String> {
        let wrong = match &self.result {
            Ending::Differs(_) => true,
            Ending::Rejected(_) => self.what != NATIVE,
            Ending::Failed(_) => ![NATIVE, UNCHANGED].contains(&self.what.as_str()),
            Ending::Ran | Ending::Same | Ending::Created | Ending::Lacks(_) => false,
        };
        let why = self.result.why().filter(|_| wrong)?;
        Some(format!("{}: {why}", self.what))
    }
}

/// A case with everything that is needed to run it.
pub(crate) struct Pipeline<'a> {
    case: &'a Case,
    /// For a fragment case the vertex stage, or why none can be generated.
    vertex: Option<(&'a Draw, Result<Case, String>)>,
}

impl<'a> Pipeline<'a> {
    /// Prepares a case; `None` if it has no directives for running it.
    ///
    /// # Errors
    /// The vertex stage that the source names cannot be read.
    pub(crate) fn of(case: &'a Case) -> anyhow::Result<Option<Self>> {
        if case.words.is_err() {
            return Ok(None);
        }
        let vertex = match &case.directives.draw {
            Some(draw) => Some((draw, vertex_of(case, draw)?)),
            None if case.directives.dispatch.is_none() => return Ok(None),
            None => None,
        };
        Ok(Some(Self { case, vertex }))
    }

    /// A job for describing differences, with no words.
    pub(crate) fn template(&self) -> Job {
        self.job(&[], None, true)
    }

    /// The vertex stage of a fragment case, if there is one.
    fn vertex(&self) -> Option<&Case> {
        self.vertex.as_ref()?.1.as_ref().ok()
    }

    /// The bytes of the vertex stage, for the cache's key.
    pub(crate) fn vertex_bytes(&self) -> &[u8] {
        self.vertex().map_or(&[], |case| &case.bytes)
    }

    /// Runs the case in a session whose device is this target.
    pub(crate) fn run(&self, session: &mut Session, target: &Target, executes: bool) -> Execution {
        let mut execution = Execution::default();
        let mut add = |what: &str, result: Ending| {
            execution.runs.push(Run {
                what: what.to_owned(),
                result,
            });
        };
        if let Some((_, Err(why))) = &self.vertex {
            add(VERTEX, Ending::Failed(why.clone()));
            return execution;
        }

        let live = self.filter(target);
        let (native, ending) = self.run_native(session, target, executes, live.as_ref().ok());
        add(NATIVE, ending.clone());
        let report = match &live {
            Ok(filtered) => Some(&filtered.report),
            Err(_) => None,
        };
        let mut outputs = Vec::new();
        let mut ran = None;
        match &live {
            Ok(filtered) if filtered.unchanged && !matches!(ending, Ending::Lacks(_)) => {
                let ending = match ending {
                    Ending::Ran => Ending::Same,
                    other => other,
                };
                add(UNCHANGED, ending);
                outputs.extend(filtered.job.as_ref().map(stages_of));
                ran.clone_from(&native);
            }
            Ok(FilteredJob { job: Some(job), .. }) => {
                let (output, ending) = self.run_filtered(session, job, executes, native.as_ref());
                add(FILTERED, ending);
                ran = output;
                outputs.push(stages_of(job));
            }
            Ok(filtered) => add(FILTERED, Ending::Lacks(first_reason(&filtered.report))),
            Err(error) => add(FILTERED, Ending::Failed(error.clone())),
        }

        // If the module cannot run as written, the output filtered for the driver is the reference; without either, hiding
        // features would show nothing.
        let (reference, against) = match (&native, &ran) {
            (Some(native), _) => (Some(native), ""),
            (None, Some(filtered)) => (Some(filtered), ", against filtered"),
            (None, None) => (None, ""),
        };
        let hidden_targets = match (report, executes && reference.is_some()) {
            (Some(report), true) => hidden_targets(target, report),
            _ => Vec::new(),
        };
        for hidden in hidden_targets {
            let what = format!("{}{against}", hidden.what);
            let filtered = match self.filter(&hidden.target) {
                Ok(filtered) => filtered,
                Err(error) => {
                    add(&what, Ending::Failed(error));
                    continue;
                }
            };
            let Some(job) = &filtered.job else {
                add(&what, Ending::Lacks(first_reason(&filtered.report)));
                continue;
            };
            let words = stages_of(job);
            if !outputs.contains(&words) {
                outputs.push(words);
                // Emulated subgroups have their own size, on which results may depend.
                let made = filtered.report.made_subgroup_size.is_some();
                let reference = reference.filter(|_| !made || self.case.directives.any_size);
                let (_, ending) = self.run_filtered(session, job, executes, reference);
                add(&what, ending);
            }
        }
        execution.native = native;
        execution.filtered = ran;
        execution
    }

    /// Runs the module as written, with the values of specialization constants that the filter would set.
    fn run_native(
        &self,
        session: &mut Session,
        target: &Target,
        executes: bool,
        filtered: Option<&FilteredJob>,
    ) -> (Option<Output>, Ending) {
        let words = self.case.words.as_deref().unwrap_or_default();
        let mut lacks = check::lacking(words, target);
        let vertex = self.vertex();
        let vertex = vertex.and_then(|vertex| vertex.words.as_deref().ok());
        lacks.extend(vertex.into_iter().flat_map(|it| check::lacking(it, target)));
        // Needs that the module does not declare: front ends omit capabilities for indexing descriptors.
        let undeclared = |name: &&String| {
            let row = tables::capability_by_name(name).and_then(tables::capability_row);
            !row.is_some_and(|row| target.has_capability(row.value))
        };
        let undeclared = self.case.directives.native.iter().find(undeclared);
        lacks.extend(undeclared.map(|name| format!("it needs {name}, which the device lacks")));
        if let Some(first) = lacks.first() {
            return (None, Ending::Lacks(first.replace("the output", "it")));
        }
        let constants = filtered.map(|filtered| constants(&filtered.report));
        let mut job = self.job(words, vertex, executes);
        if let (Some(constants), Some(stage)) = (constants, job.stages.last_mut()) {
            stage.specialization = constants;
        }
        match session.run(&job) {
            Ok(output) if executes => (Some(output), Ending::Ran),
            Ok(_) => (None, Ending::Created),
            Err(failure) => (None, ending_of(&failure)),
        }
    }

    /// Runs filtered stages, and compares the output with the reference, if there is one.
    fn run_filtered(
        &self,
        session: &mut Session,
        job: &Job,
        executes: bool,
        native: Option<&Output>,
    ) -> (Option<Output>, Ending) {
        let job = Job {
            work: self.work(executes),
            ..job.clone()
        };
        let output = match session.run(&job) {
            Ok(output) => output,
            Err(failure) => return (None, ending_of(&failure)),
        };
        let ulp = self.case.directives.tolerance_ulp;
        let ending = match native {
            _ if !executes => Ending::Created,
            None => Ending::Ran,
            Some(native) => {
                difference(&job, native, &output, ulp).map_or(Ending::Same, Ending::Differs)
            }
        };
        (executes.then_some(output), ending)
    }

    /// Filters all stages for a target, with one report on them.
    fn filter(&self, target: &Target) -> Result<FilteredJob, String> {
        let filtered = pair::filter(self.case, target, 1)?;
        let mut unchanged = filtered.outcome == Outcome::Unchanged;
        let mut report = filtered.report;
        let vertex = match self.vertex() {
            Some(vertex) => {
                let vertex = pair::filter(vertex, target, 1)?;
                unchanged &= vertex.outcome == Outcome::Unchanged;
                if vertex.outcome == Outcome::Unsupported {
                    report.unsupported.extend(vertex.report.unsupported);
                }
                // Include the needs of the vertex stage among those to be hidden.
                let needed = &mut report.capabilities.before;
                needed.extend(vertex.report.capabilities.before);
                let needed = &mut report.extensions.before;
                needed.extend(vertex.report.extensions.before);
                report.entry_points.extend(vertex.report.entry_points);
                Some(vertex.words)
            }
            None => None,
        };
        let job = match (filtered.words, vertex) {
            (Some(words), None) => Some(self.job(&words, None, true)),
            (Some(words), Some(Some(vertex))) => Some(self.job(&words, Some(&vertex), true)),
            _ => None,
        };
        let job = job.map(|mut job| {
            if let Some(stage) = job.stages.last_mut() {
                stage.subgroup_size = stage.subgroup_size.or(report.required_subgroup_size);
            }
            job
        });
        Ok(FilteredJob {
            job,
            unchanged,
            report,
        })
    }

    /// The job that runs these stages with the resources of the directives.
    fn job(&self, words: &[u32], vertex: Option<&[u32]>, executes: bool) -> Job {
        let directives = &self.case.directives;
        let kind = if self.vertex.is_some() {
            StageKind::Fragment
        } else {
            StageKind::Compute
        };
        let mut stage = Stage::new(kind, words);
        directives.entry_point().clone_into(&mut stage.entry);
        stage.subgroup_size = directives.size;
        let vertex = vertex.map(|words| Stage::new(StageKind::Vertex, words));
        Job {
            stages: vertex.into_iter().chain([stage]).collect(),
            buffers: directives.bindings.iter().map(Binding::bound).collect(),
            push_constants: directives
                .push
                .as_ref()
                .map(crate::case::content::Content::words)
                .unwrap_or_default(),
            addresses: directives.addresses.clone(),
            work: self.work(executes),
        }
    }

    /// What the directives describe: a dispatch or a draw. On a driver that only compiles: creating the pipeline.
    fn work(&self, executes: bool) -> Work {
        match (&self.vertex, self.case.directives.dispatch) {
            _ if !executes => Work::Create,
            (Some((draw, _)), _) => Work::Draw {
                width: draw.width,
                height: draw.height,
                vertices: match draw.vertex {
                    Some(_) => VERTICES,
                    None => vertex_stage::VERTICES,
                },
            },
            (None, groups) => Work::Dispatch {
                groups: groups.unwrap_or([1, 1, 1]),
            },
        }
    }
}

/// The vertex stage for a fragment case: the one that its source names, or a generated one, or why none can be generated.
fn vertex_of(case: &Case, draw: &Draw) -> anyhow::Result<Result<Case, String>> {
    if let Some(name) = &draw.vertex {
        let folder = case.path.parent().unwrap_or(&case.path);
        return Case::read(&folder.join(name), name.clone()).map(Ok);
    }
    let words = case.words.as_deref().unwrap_or_default();
    let words = vertex_stage::generate(words, case.directives.entry_point());
    let made = words.map(|words| Case {
        name: format!("{}, {VERTEX}", case.name),
        path: case.path.clone(),
        bytes: sos_core::words::to_bytes(&words),
        words: Ok(words),
        directives: Directives::default(),
        stage: None,
    });
    Ok(made.map_err(|why| format!("none can be made: {why:#}")))
}

/// The result of filtering all stages of a pipeline.
struct FilteredJob {
    /// `None` if the target cannot run it.
    job: Option<Job>,
    /// Whether no stage was changed.
    unchanged: bool,
    report: Report,
}

/// Identifies the filtered stages of a job: words and required subgroup sizes.
fn stages_of(job: &Job) -> Vec<(Vec<u32>, Option<u32>)> {
    let stages = job.stages.iter();
    stages
        .map(|stage| (stage.words.clone(), stage.subgroup_size))
        .collect()
}

/// The first unmet need of a report.
fn first_reason(report: &Report) -> String {
    let first = report.unsupported.first();
    first.map_or_else(String::new, |what| {
        format!("{} needs {}", what.opcode, what.need)
    })
}

/// The values of specialization constants that differ from their defaults. Constants with the same id share one value.
fn constants(report: &Report) -> Vec<Specialization> {
    let mut constants: Vec<Specialization> = Vec::new();
    let set = report
        .constants
        .iter()
        .filter(|one| one.source != "default");
    for one in set {
        if constants.iter().all(|other| other.id != one.spec_id) {
            constants.push(Specialization {
                id: one.spec_id,
                value: one.value,
                size: one.size,
            });
        }
    }
    constants
}

/// Classifies a failure of a session.
fn ending_of(failure: &Failure) -> Ending {
    let why = failure.to_string().trim_end().to_owned();
    match failure {
        Failure::Validation(_) => Ending::Rejected(why),
        _ => Ending::Failed(why),
    }
}
