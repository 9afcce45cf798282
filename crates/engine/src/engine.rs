use std::io::{self, Read, Write};
use std::sync::atomic::AtomicBool;

use parlor_rules::Game;
use parlor_rules::mancala::{Pit, Position, Row, Rules};

use crate::alpha_beta::guess;
use crate::analysis::Analysis;
use crate::endgame::TableError;
use crate::iterative_deepening::analyze;
use crate::knowledge::Knowledge;
use crate::limits::{Budget, Limits};
use crate::principal_variation::principal_variation;
use crate::size::Size;
use crate::solver::solve;

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
/// let engine = Engine::new(&rules, Size { endgame_stones: 6, transposition_bits: 20 });
/// let stop = AtomicBool::new(false);
/// engine.build_endgame(1, &stop);
///
/// let analysis = engine.analyze(&Position::opening(rules), &Limits::until(&stop), |_| {});
/// assert!(analysis.is_proved());
/// assert_eq!(analysis.best().map(|entry| entry.value), Some(4));
/// # Ok::<(), parlor_rules::mancala::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    knowledge: AnyKnowledge,
}

/// Boards of up to eight pits a side fit into the fast kind of row.
#[derive(Debug)]
enum AnyKnowledge {
    Narrow(Box<Knowledge<u64>>),
    Wide(Box<Knowledge<u128>>),
}

macro_rules! with_knowledge {
    ($engine:expr, $knowledge:ident => $body:expr) => {
        match &$engine.knowledge {
            AnyKnowledge::Narrow($knowledge) => $body,
            AnyKnowledge::Wide($knowledge) => $body,
        }
    };
}

impl Engine {
    /// An engine for these rules that knows nothing yet.
    pub fn new(rules: &Rules, size: Size) -> Self {
        let knowledge = if rules.pits() <= u64::PITS {
            AnyKnowledge::Narrow(Box::new(Knowledge::new(rules, size)))
        } else {
            AnyKnowledge::Wide(Box::new(Knowledge::new(rules, size)))
        };
        Self { knowledge }
    }

    /// The rules that it plays by.
    pub fn rules(&self) -> &Rules {
        with_knowledge!(self, knowledge => knowledge.rules())
    }

    /// Whether it plays by these rules, too. How many stones a game starts with makes no difference to
    /// what is known about a board, nor who moves first.
    pub fn plays(&self, rules: &Rules) -> bool {
        rules.differs_only_in_start(self.rules())
    }

    /// Works out the endgame table, fewest stones first, until it is complete or `stop` is
    /// raised. What is known so far is used at once.
    pub fn build_endgame(&self, threads: usize, stop: &AtomicBool) {
        self.build_endgame_up_to(u8::MAX, threads, stop);
    }

    /// Works out the endgame table up to so many stones, as far as it has room. It can be built on later.
    pub fn build_endgame_up_to(&self, stones: u8, threads: usize, stop: &AtomicBool) {
        with_knowledge!(self, knowledge => {
            let Knowledge { sowing, ranking, endgame, .. } = &**knowledge;
            endgame.build_up_to(stones, sowing, ranking, threads, stop);
        });
    }

    /// Boards with fewer stones than this are in the endgame table.
    pub fn endgame_known_below(&self) -> u8 {
        with_knowledge!(self, knowledge => knowledge.endgame.known_below())
    }

    /// What the endgame table is of, in a few letters, commas and signs: the same for all rules
    /// that have it in common.
    pub fn endgame_name(&self) -> String {
        with_knowledge!(self, knowledge => knowledge.endgame.name())
    }

    /// Writes the endgame table down as far as it is complete, to be kept for another day.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_endgame(&self, mut out: impl Write) -> io::Result<()> {
        with_knowledge!(self, knowledge => knowledge.endgame.save(&knowledge.ranking, &mut out))
    }

    /// How many bytes [`save_endgame`](Self::save_endgame) writes.
    pub fn saved_endgame_bytes(&self) -> u64 {
        with_knowledge!(self, knowledge => knowledge.endgame.saved_bytes(&knowledge.ranking))
    }

    /// Takes over an endgame table that was kept, as far as there is room for it. Not to be called while
    /// a table is built.
    ///
    /// # Errors
    /// If the bytes are damaged, cannot be read, or are of other rules or another version. Nothing is
    /// taken over then.
    pub fn load_endgame(&self, table: impl Read) -> Result<(), TableError> {
        with_knowledge!(self, knowledge => knowledge.endgame.load(&knowledge.ranking, table))
    }

    /// Forgets what searches have found out. The endgame table stays.
    pub fn forget_searches(&self) {
        with_knowledge!(self, knowledge => {
            knowledge.proofs.clear();
            knowledge.estimates.clear();
        });
    }

    /// What the position is worth to the player to move: by how much they will be ahead at the
    /// end of the game if both play their best. `None` if the limits did not suffice; asking
    /// again goes on from there. Also says how many boards were looked at.
    ///
    /// This is much less work than [`analyze`](Self::analyze), which also proves how bad the bad
    /// moves are.
    ///
    /// # Panics
    /// If the position is of other rules.
    pub fn solve(&self, position: &Position, limits: &Limits<'_>) -> (Option<i16>, u64) {
        let budget = Budget { nodes: limits.nodes, stop: limits.stop };
        let guess = with_knowledge!(self, knowledge => guess(knowledge, position.board(), budget));
        self.solve_near(position, ahead(position) + guess, limits)
    }

    /// The same, where it is known what the position looks worth: the search begins there.
    ///
    /// # Panics
    /// If the position is of other rules.
    pub(crate) fn solve_near(
        &self,
        position: &Position,
        guess: i16,
        limits: &Limits<'_>,
    ) -> (Option<i16>, u64) {
        assert!(self.plays(position.rules()), "a position of other rules");
        let ahead = ahead(position);
        let budget = Budget { nodes: limits.nodes, stop: limits.stop };
        let solved = with_knowledge!(self, knowledge => {
            solve(knowledge, position.board(), guess - ahead, limits.threads, budget)
        });
        (solved.bounds.value().map(|value| ahead + value), solved.nodes)
    }

    /// How the game goes on from a position whose value is proved, if both play their best: at most
    /// `longest` turns, fewer if the limits do not suffice. Also says how many boards were looked at.
    ///
    /// # Panics
    /// If the position is of other rules.
    pub(crate) fn line(
        &self,
        position: &Position,
        value: i16,
        longest: usize,
        limits: &Limits<'_>,
    ) -> (Vec<Pit>, u64) {
        assert!(self.plays(position.rules()), "a position of other rules");
        let value = Some(value - ahead(position));
        let budget = Budget { nodes: limits.nodes, stop: limits.stop };
        with_knowledge!(self, knowledge => {
            principal_variation(knowledge, position.board(), value, longest, budget)
        })
    }

    /// What each legal move is worth. `report` hears of everything learnt on the way.
    ///
    /// # Panics
    /// If the position is of other rules.
    pub fn analyze(
        &self,
        position: &Position,
        limits: &Limits<'_>,
        mut report: impl FnMut(&Analysis<Pit>),
    ) -> Analysis<Pit> {
        assert!(self.plays(position.rules()), "a position of other rules");
        with_knowledge!(self, knowledge => analyze(knowledge, position, limits, &mut report))
    }
}

/// By how much the store of the player to move is ahead.
fn ahead(position: &Position) -> i16 {
    let player = position.turn();
    i16::from(position.store(player)) - i16::from(position.store(!player))
}
