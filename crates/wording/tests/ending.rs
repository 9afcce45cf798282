//! The card at the end of a game says what is true of the game that was played: for every preset,
//! rules that players made, and Tic-Tac-Toe, in random games that a plain array plays along.

use parlor_rules::mancala::{CapturingStone, Pit, Preset, Rest, Rules};
use parlor_rules::{Choice, Player, Variant};
use parlor_table::{Coin, Event, GameLog, Name, Occupant, Opening, Phase, PieRule, Seat, Summary};
use parlor_wording::ending::{Count, EndCard, end_card};
use parlor_wording::{Voice, sentences, status, turn_account};

#[path = "../../rules/tests/naive/mod.rs"]
#[allow(dead_code, reason = "the tests of the rules use all of it")]
mod naive;

use naive::Naive;

/// The people at the table, wherever they sit.
const PEOPLE: [&str; 2] = ["Ada", "Ben"];

/// Numbers by chance, the same ones each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// What a plain array knows about a game, by person and not by side.
#[derive(Default)]
struct Facts {
    captured: [u32; 2],
    pits: [usize; 2],
    in_a_row: [usize; 2],
    run: usize,
    runner: Option<usize>,
    /// What was left in the rows of South and North before anything was swept.
    left: [u32; 2],
    stores: [u32; 2],
}

/// A game of Mancala that is played at a table and on an array at once.
struct Both {
    log: GameLog,
    naive: Naive,
    facts: Facts,
    /// The person on South's side.
    south: usize,
}

impl Both {
    fn open(rules: Rules, chance: &mut Chance) -> Self {
        let variant = Variant::Mancala(rules);
        let mut log = GameLog::open_with(variant, PEOPLE.map(Seat::person), PieRule::On);
        let coins = if chance.below(2) == 0 {
            [Coin::Heads, Coin::Tails]
        } else {
            [Coin::Tails, Coin::Heads]
        };
        for (player, coin) in Player::BOTH.into_iter().zip(coins) {
            if matches!(log.table().phase(), Phase::Tossing(_)) {
                log.append(Event::Tossed { player, coin }).expect("a toss");
            }
        }
        let pits = usize::from(rules.pits());
        let mut slots = vec![u32::from(rules.stones()); 2 * pits + 2];
        (slots[pits], slots[2 * pits + 1]) = (0, 0);
        let turn = if log.table().turn() == Player::One { 1 } else { -1 };
        Self { log, naive: Naive { rules, slots, turn }, facts: Facts::default(), south: 0 }
    }

    fn mover(&self) -> usize {
        if self.naive.turn == 1 { self.south } else { 1 - self.south }
    }

    fn swap(&mut self) {
        self.log.append(Event::Swapped).expect("a swap");
        self.south = 1 - self.south;
        self.facts.runner = None;
    }

    fn play(&mut self, from: usize) {
        let (rules, mover, pits) =
            (self.naive.rules, self.mover(), usize::from(self.naive.rules.pits()));
        let pit = Pit::new((from % (pits + 1)) as u8).expect("a pit");
        self.log.append(Event::Moved { choice: Choice::from(pit) }).expect("a legal move");
        let unswept = rules.change().rest(Rest::Stays).build().expect("rules");
        let unswept = Naive { rules: unswept, ..self.naive.clone() }.play(from);
        let row = |first: usize| unswept.position.slots[first..first + pits].iter().sum();
        self.facts.left = [row(0), row(pits + 1)];
        let own = u32::from(rules.capturing_stone() == Some(CapturingStone::ToStore));
        let taken = unswept.captured.saturating_sub(own);
        self.facts.captured[mover] = self.facts.captured[mover].max(taken);
        self.facts.pits[mover] = self.facts.pits[mover].max(unswept.lifted.len());
        let goes_on = self.facts.runner == Some(mover);
        self.facts.run = if goes_on { self.facts.run + 1 } else { 1 };
        self.facts.runner = Some(mover);
        self.facts.in_a_row[mover] = self.facts.in_a_row[mover].max(self.facts.run);
        self.naive = self.naive.play(from).position;
        self.facts.stores = [self.naive.slots[pits], self.naive.slots[2 * pits + 1]];
    }

    /// Plays at random to the end, with a swap where there may be one, and checks every account of a
    /// turn on the way.
    fn play_out(&mut self, chance: &mut Chance) {
        while self.naive.winner().is_none() {
            if self.log.table().may_swap() && chance.below(2) == 0 {
                self.swap();
                continue;
            }
            let playable = self.naive.playable();
            self.play(playable[chance.below(playable.len())]);
            let table = self.log.table();
            let turn = table.play().last_turn().expect("a turn");
            for voice in VOICES {
                check_grammar(&turn_account(table, turn, voice));
                check_grammar(&status(table, voice));
            }
        }
    }

    /// What the card has to say.
    fn expected(&self, voice: Voice) -> EndCard {
        let person = |side: usize| if side == 0 { self.south } else { 1 - self.south };
        let you = match voice {
            Voice::ToOne(player) => Some(person(player.index())),
            Voice::ToBoth | Voice::Spectator => None,
        };
        let subject = |person: usize| if Some(person) == you { "You" } else { PEOPLE[person] };
        let by = |[one, two]: [usize; 2]| {
            let best = usize::from(two > one);
            if one == two {
                "both players"
            } else if Some(best) == you {
                "you"
            } else {
                PEOPLE[best]
            }
        };
        let [south, north] = self.facts.stores;
        let winner = self.naive.winner().expect("it is over");
        let result = if winner == 0 {
            "Tie game!".to_owned()
        } else {
            let winner = person(usize::from(winner == -1));
            let wins = if Some(winner) == you { "win" } else { "wins" };
            format!("{} {wins}!", subject(winner))
        };
        let captured = self.facts.captured.map(|taken| taken as usize);
        let mut feats = Vec::new();
        match captured[0].max(captured[1]) {
            0 => {}
            1 => feats.push(format!("Biggest capture: 1 stone, by {}.", by(captured))),
            most => feats.push(format!("Biggest capture: {most} stones, by {}.", by(captured))),
        }
        let pits = self.facts.pits[0].max(self.facts.pits[1]);
        if pits > 1 {
            feats.push(format!("Most pits sown in one turn: {pits}, by {}.", by(self.facts.pits)));
        }
        let run = self.facts.in_a_row[0].max(self.facts.in_a_row[1]);
        if run > 1 {
            feats.push(format!("Most turns in a row: {run}, by {}.", by(self.facts.in_a_row)));
        }
        let count = |side: usize, stones: u32| Count {
            name: subject(person(side)).to_owned(),
            stones: u8::try_from(stones).expect("few stones"),
        };
        let why = self.why(you, &person);
        EndCard { result, why, count: Some([count(0, south), count(1, north)]), feats }
    }

    fn why(&self, you: Option<usize>, person: &dyn Fn(usize) -> usize) -> String {
        let [south, north] = self.facts.left;
        let whose = |side: usize, first: bool| match (Some(person(side)) == you, first) {
            (true, true) => "Your".to_owned(),
            (true, false) => "your".to_owned(),
            (false, _) => format!("{}'s", PEOPLE[person(side)]),
        };
        let empty = match (south, north) {
            (0, 0) => "Both rows are empty.".to_owned(),
            (0, _) => format!("{} row is empty.", whose(0, true)),
            (_, 0) => format!("{} row is empty.", whose(1, true)),
            (_, _) => panic!("no row is empty"),
        };
        let (side, left) = if south > 0 { (0, south) } else { (1, north) };
        let rest = match (left, self.naive.rules.rest()) {
            (0, _) => String::new(),
            (1, Rest::Stays) => "The one stone left on the board doesn't count.".to_owned(),
            (left, Rest::Stays) => format!("The {left} stones left on the board don't count."),
            (left, Rest::ToOwner) => {
                let keeps = if Some(person(side)) == you {
                    "You keep".to_owned()
                } else {
                    format!("{} keeps", PEOPLE[person(side)])
                };
                let stones = if left == 1 {
                    "the one stone".to_owned()
                } else {
                    format!("the {left} stones")
                };
                format!("{keeps} {stones} on {} side.", whose(side, false))
            }
        };
        sentences([empty.as_str(), &rest])
    }
}

const VOICES: [Voice; 4] =
    [Voice::ToBoth, Voice::Spectator, Voice::ToOne(Player::One), Voice::ToOne(Player::Two)];

fn card(log: &GameLog, voice: Voice) -> EndCard {
    let summary = Summary::of(log.table()).expect("the game is over");
    end_card(log.table(), &summary, voice)
}

/// Numbers agree with their nouns, and no sentence ends twice.
fn check_grammar(said: &str) {
    for wrong in ["!.", "..", "  ", " 1 stones", "last 1 ", "You wins", "You keeps", "You's"] {
        assert!(!said.contains(wrong), "{wrong:?} in {said:?}");
    }
}

fn check_games(rules: Rules, games: usize) {
    let mut chance = Chance(u64::from(rules.pits()) * 1000 + u64::from(rules.stones()));
    for game in 0..games {
        let mut both = Both::open(rules, &mut chance);
        both.play_out(&mut chance);
        for voice in VOICES {
            let said = card(&both.log, voice);
            assert_eq!(
                said,
                both.expected(voice),
                "{rules} {game} {}",
                both.log.table().play().record()
            );
            for sentence in [&said.result, &said.why].into_iter().chain(&said.feats) {
                check_grammar(sentence);
            }
        }
    }
}

#[test]
fn every_sentence_is_true_of_200_random_games_of_each_preset() {
    for preset in Preset::ALL {
        check_games(preset.rules(), 200);
    }
}

#[test]
fn every_sentence_is_true_of_games_by_rules_that_players_made() {
    for rules in [
        "kalah,pits=3,stones=2",
        "island,pits=8,stones=3",
        "homepits,pits=9,stones=3",
        "gems,pits=1,stones=5",
        "avalanche,pits=3,stones=6",
        "island,relay=on,pits=4",
        "homepits,captures=off,stones=3",
    ] {
        let Ok(Variant::Mancala(rules)) = rules.parse() else { panic!("{rules} are rules") };
        check_games(rules, 50);
    }
}

#[test]
fn a_feat_that_both_managed_is_told_of_both() {
    let game = "kalah~6-0-0-1-0-0-0-5-3-1-0-0-0-5-1-S~11".parse().expect("a record");
    let mut log = GameLog::continued(Opening::new(game, PEOPLE.map(Seat::person)));
    log.append(Event::Resigned { player: Player::One }).expect("it can be given up");
    let said = card(&log, Voice::ToOne(Player::Two));
    assert_eq!(said.feats, ["Biggest capture: 5 stones, by both players."]);
}

#[test]
fn lines_of_tic_tac_toe_are_named() {
    let said = |squares: &[u8], voice| {
        let mut log =
            GameLog::open("tic-tac-toe".parse().expect("a game"), PEOPLE.map(Seat::person));
        for &square in squares {
            log.append(Event::Moved { choice: Choice::new(square).expect("a square") })
                .expect("a legal move");
        }
        card(&log, voice)
    };
    let why = |squares| said(squares, Voice::ToBoth).why;
    let won = said(&[0, 3, 1, 4, 2], Voice::ToOne(Player::One));
    assert_eq!((won.result.as_str(), won.why.as_str()), ("You win!", "You filled the top row."));
    assert_eq!((won.count, won.feats.len()), (None, 0), "nothing is counted or captured");
    assert_eq!(why(&[0, 1, 4, 2, 8]), "Ada filled the diagonal from the top left.");
    assert_eq!(why(&[0, 1, 3, 4, 8, 7]), "Ben filled the middle column.");
    // The ninth mark completes two lines at once.
    assert_eq!(why(&[0, 3, 1, 4, 5, 6, 8, 7, 2]), "Ada filled the top row and the right column.",);
    assert_eq!(why(&[0, 1, 2, 4, 3, 5, 7, 6, 8]), "All nine squares are full.");
}

#[test]
fn a_game_that_was_stopped_says_how() {
    let guest = |name: &str| Seat { name: Name::new(name), occupant: Occupant::Guest };
    let open = || GameLog::open("kalah".parse().expect("a game"), PEOPLE.map(guest));
    let mut log = open();
    log.append(Event::Resigned { player: Player::Two }).expect("it can be given up");
    let said = card(&log, Voice::ToOne(Player::One));
    assert_eq!((said.result.as_str(), said.why.as_str()), ("You win!", "Ben resigned."));
    assert_eq!(said.count, None, "stones did not decide it");
    let mut log = open();
    log.append(Event::DrawAgreed).expect("both can agree");
    let said = card(&log, Voice::Spectator);
    assert_eq!((said.result.as_str(), said.why.as_str()), ("Tie game!", "Both players agreed."));
}
