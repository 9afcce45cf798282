use std::time::Duration;

use parlor_rules::mancala::Starts;
use parlor_rules::{Game as _, Outcome, Player, Variant};

use crate::{Date, History, Opponent, PlayedGame, Results, Verdict};

/// What the games of a history add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// All games.
    pub games: usize,
    /// How those ended that the person played against someone elsewhere or the computer.
    pub own: Results,
    /// How those ended that two played on one screen: won is won by player one.
    pub shared: Results,
    /// By rules, the most played first.
    pub by_rules: Vec<Group<Variant>>,
    /// By opponent: people first, then the levels of the computer.
    pub by_opponent: Vec<Group<Opponent>>,
    /// Wins in a row.
    pub streaks: Streaks,
    /// Stones that the person captured; where two shared the screen, that both did.
    pub captured: usize,
    /// The most that one turn captured.
    pub biggest_capture: usize,
    /// Extra turns.
    pub extra_turns: usize,
    /// The most turns in a row.
    pub longest_run: usize,
    /// The clearest win, in stones.
    pub biggest_win: Option<i16>,
    /// How long all games took together whose time is known.
    pub time: Duration,
    /// The last weeks, oldest first, as far as games go back and at most [`Statistics::WEEKS`].
    pub weeks: Vec<Week>,
}

/// Games that have something in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group<T> {
    /// What they have in common.
    pub of: T,
    /// How many there are.
    pub games: usize,
    /// How those ended that were not shared.
    pub own: Results,
}

/// How often the person won in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streaks {
    /// Up to the last game.
    pub current: usize,
    /// At most.
    pub longest: usize,
}

/// The games of a week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Week {
    /// Its Monday.
    pub begins: Date,
    /// How those ended that were not shared.
    pub own: Results,
    /// Those that were.
    pub shared: usize,
}

impl Statistics {
    /// The most weeks that are told apart.
    pub const WEEKS: u64 = 12;

    /// Counts the games of a history.
    pub fn of(history: &History) -> Self {
        let mut statistics = Self { weeks: weeks(history), ..Self::default() };
        for game in history.games() {
            statistics.add(game);
        }
        statistics.by_rules.sort_by_key(|group| std::cmp::Reverse(group.games));
        statistics.by_opponent.sort_by_key(|group| group.of);
        statistics
    }

    fn add(&mut self, game: &PlayedGame) {
        self.games += 1;
        let verdict = game.verdict();
        match verdict {
            Some(verdict) => {
                self.own.add(verdict);
                self.streaks.add(verdict);
            }
            None => self.shared.add(seen_by_player_one(game.ending().outcome())),
        }
        count(&mut self.by_rules, rules_of(game), verdict);
        count(&mut self.by_opponent, game.opponent(), verdict);
        for performance in game.performances() {
            self.captured += performance.captured;
            self.extra_turns += performance.extra_turns;
            self.biggest_capture = self.biggest_capture.max(performance.biggest_capture);
            self.longest_run = self.longest_run.max(performance.longest_run);
        }
        self.biggest_win = self.biggest_win.max(game.margin().filter(|margin| *margin > 0));
        self.time = self.time.saturating_add(game.took().unwrap_or_default());
        let monday = Date::of_week(game.began().week());
        if let Some(week) = self.weeks.iter_mut().find(|week| week.begins == monday) {
            match verdict {
                Some(verdict) => week.own.add(verdict),
                None => week.shared += 1,
            }
        }
    }
}

impl Streaks {
    const fn add(&mut self, verdict: Verdict) {
        self.current = match verdict {
            Verdict::Won => self.current + 1,
            Verdict::Lost | Verdict::Tied => 0,
        };
        if self.current > self.longest {
            self.longest = self.current;
        }
    }
}

const fn seen_by_player_one(outcome: Outcome) -> Verdict {
    match outcome {
        Outcome::Win(Player::One) => Verdict::Won,
        Outcome::Win(Player::Two) => Verdict::Lost,
        Outcome::Tie => Verdict::Tied,
    }
}

/// The rules that a game was played by, whoever was to start.
fn rules_of(game: &PlayedGame) -> Variant {
    match game.game().start().variant() {
        Variant::Mancala(rules) => {
            let same = rules.change().starts(Starts::One).build();
            Variant::Mancala(same.unwrap_or(rules))
        }
        Variant::TicTacToe => Variant::TicTacToe,
    }
}

fn count<T: PartialEq>(groups: &mut Vec<Group<T>>, of: T, verdict: Option<Verdict>) {
    let index = groups.iter().position(|group| group.of == of).unwrap_or_else(|| {
        groups.push(Group { of, games: 0, own: Results::default() });
        groups.len() - 1
    });
    groups[index].games += 1;
    if let Some(verdict) = verdict {
        groups[index].own.add(verdict);
    }
}

/// The weeks up to the newest game, with nothing counted yet.
fn weeks(history: &History) -> Vec<Week> {
    let week = |game: &PlayedGame| game.began().week();
    let [first, last] =
        [history.games().first(), history.games().last()].map(|game| game.map(week));
    let Some((first, last)) = first.zip(last) else { return Vec::new() };
    let first = first.max((last + 1).saturating_sub(Statistics::WEEKS));
    let empty = |week| Week { begins: Date::of_week(week), own: Results::default(), shared: 0 };
    (first..=last).map(empty).collect()
}
