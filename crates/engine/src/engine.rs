use std::sync::atomic::AtomicBool;

use parlor_rules::mancala::{Pit, Position, Row, Rules};

use crate::analysis::Analysis;
use crate::brain::{Brain, Size};
use crate::limits::Limits;
use crate::thinking::think;

/// A player of one Mancala rule set, who remembers all that was ever worked out.
///
/// It can be shared by threads: one may build the endgame table while another thinks.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use parlor_engine::{Engine, Limits, Size};
/// use parlor_rules::mancala::Position;
///
/// let rules = "kalah,pits=3,stones=2".parse()?;
/// let engine = Engine::new(&rules, Size { endgame_stones: 6, memory_bits: 20 });
/// let stop = AtomicBool::new(false);
/// engine.build_endgame(1, &stop);
///
/// let analysis = engine.think(&Position::opening(rules), &Limits::until(&stop), |_| {});
/// assert!(analysis.is_proved());
/// assert_eq!(analysis.best().map(|entry| entry.value), Some(4));
/// # Ok::<(), parlor_rules::mancala::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    brain: AnyBrain,
}

/// Boards of up to eight pits a side fit into the fast kind of row.
#[derive(Debug)]
enum AnyBrain {
    Narrow(Box<Brain<u64>>),
    Wide(Box<Brain<u128>>),
}

macro_rules! with_brain {
    ($engine:expr, $brain:ident => $body:expr) => {
        match &$engine.brain {
            AnyBrain::Narrow($brain) => $body,
            AnyBrain::Wide($brain) => $body,
        }
    };
}

impl Engine {
    /// An engine for these rules that knows nothing yet.
    pub fn new(rules: &Rules, size: Size) -> Self {
        let brain = if rules.pits() <= u64::PITS {
            AnyBrain::Narrow(Box::new(Brain::new(rules, size)))
        } else {
            AnyBrain::Wide(Box::new(Brain::new(rules, size)))
        };
        Self { brain }
    }

    /// The rules that it plays by.
    pub fn rules(&self) -> &Rules {
        with_brain!(self, brain => brain.rules())
    }

    /// Works out the endgame table, fewest stones first, until it is complete or `stop` is
    /// raised. What is known so far is used at once.
    pub fn build_endgame(&self, threads: usize, stop: &AtomicBool) {
        with_brain!(self, brain => brain.endgame.build(&brain.sowing, &brain.ranking, threads, stop));
    }

    /// Boards with fewer stones than this are in the endgame table.
    pub fn endgame_known_below(&self) -> u8 {
        with_brain!(self, brain => brain.endgame.known_below())
    }

    /// What each legal move is worth. `report` hears of everything learnt on the way.
    ///
    /// # Panics
    /// If the position is of other rules.
    pub fn think(
        &self,
        position: &Position,
        limits: &Limits<'_>,
        mut report: impl FnMut(&Analysis<Pit>),
    ) -> Analysis<Pit> {
        assert_eq!(position.rules(), self.rules(), "a position of other rules");
        with_brain!(self, brain => think(brain, position, limits, &mut report))
    }
}
