//! What programs are told of positions and games, as JSON: by `parlor` with `--json`, and by a server
//! that is asked for the same.
//!
//! The shapes are a public interface: names, order and meaning of the members stay, and the program
//! and the server can not differ in them. What is asked for is read here, too, so that both
//! understand the same.
//!
//! ```
//! use parlor_report::{MovesReport, read_position};
//!
//! let position = read_position("tic-tac-toe".parse()?, Some("XXOOOXX.. O"))?;
//! let report = serde_json::to_value(MovesReport::of(&position))?;
//! assert_eq!(report["moves"][0]["position"], "XXOOOXXO. X");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod insight;
mod moves;
mod notation;
mod replay;
mod request;
mod review;
mod step;
mod time_limit;

pub use insight::{Insight, InsightReport, MoveValueReport};
pub use moves::{MoveReport, MovesReport};
pub use replay::{PlyReport, ReplayReport, SwapReport, TurnReport};
pub use request::{WrongMove, play_moves, read_position};
pub use review::{PlayerReport, ReviewReport, TurnReviewReport};
pub use step::StepReport;
pub use time_limit::{NotATime, TimeLimit};
