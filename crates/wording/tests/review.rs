//! Every sentence of a review is true: what it says that turns do, they do by the rules, and the margins
//! are those of a search too plain to be wrong.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use parlor_engine::{
    Analysis, Certainty, Dice, Judgement, Limits, MoveClass, Opponent, Review, Size, TurnReview,
    Why, margin,
};
use parlor_rules::mancala::Step;
use parlor_rules::{AnyPosition, AnyRecord, AnyStep, AnyTurn, Choice, Game, Player, Ply, Variant};
use parlor_wording::{Players, Voice, review};

/// What positions are worth to the player to move, by plain negamax that remembers.
#[derive(Default)]
struct Plain(HashMap<AnyPosition, i16>);

impl Plain {
    fn value(&mut self, position: &AnyPosition) -> i16 {
        if position.outcome().is_some() {
            return margin(position);
        }
        if let Some(&value) = self.0.get(position) {
            return value;
        }
        let moves: Vec<Choice> = position.moves().collect();
        let value = moves.into_iter().map(|choice| self.move_value(position, choice)).max();
        let value = value.expect("a game goes on by a move");
        self.0.insert(*position, value);
        value
    }

    fn move_value(&mut self, position: &AnyPosition, choice: Choice) -> i16 {
        let after = position.after(choice).expect("a legal move");
        let value = self.value(&after);
        if after.turn() == position.turn() { value } else { -value }
    }
}

/// All presets, and rules of one's own with every choice that changes what a turn does.
const RULES: [&str; 13] = [
    "kalah",
    "gems",
    "island",
    "homepits",
    "avalanche",
    "tic-tac-toe",
    "kalah,pits=3",
    "gems,pits=4,over=stuck",
    "island,pits=4",
    "homepits,pits=3,rest=stay",
    "avalanche,pits=4",
    "kalah,pits=4,stone=stay,captures=on,lap=none",
    "kalah,pits=5,relay=on",
];

/// Mistakes for each of the rules: 520 in all.
const MISTAKES: usize = 40;

#[test]
fn every_sentence_about_a_mistake_is_true() {
    let mut dice = Dice::new(15);
    for rules in RULES {
        let variant: Variant = rules.parse().expect("rules");
        let size = Size { endgame_stones: 5, transposition_bits: 20 };
        let (opponent, mut plain) = (Opponent::new(variant, |_| size), Plain::default());
        let mut checked = 0;
        while checked < MISTAKES {
            let record = random_game(variant, &mut dice);
            let (mut review, stop) = (Review::new(&record), AtomicBool::new(false));
            while review.step(&opponent, &Limits { nodes: 50_000, ..Limits::until(&stop) }) {}
            for turn in (0..review.turns()).map(|at| review.turn(at)) {
                checked += usize::from(check(&mut plain, &turn));
            }
        }
    }
}

/// A game of random moves: whole in Tic-Tac-Toe, the end of one in Mancala.
fn random_game(variant: Variant, dice: &mut Dice) -> AnyRecord {
    let start = match variant {
        Variant::TicTacToe => AnyPosition::opening(variant),
        Variant::Mancala(rules) => {
            let mut slots = vec![0_u8; 2 * usize::from(rules.pits()) + 2];
            for _ in 0..11 {
                let slot = dice.roll(slots.len() as u32) as usize;
                slots[slot] += 1;
            }
            let turn = if dice.percent(50) { Player::One } else { Player::Two };
            let position = parlor_rules::mancala::Position::new(rules, &slots, turn);
            position.expect("a handful of stones fits").into()
        }
    };
    let mut record = AnyRecord::new(start);
    while record.position().outcome().is_none() {
        let moves: Vec<Choice> = record.position().moves().collect();
        record.play(moves[dice.roll(moves.len() as u32) as usize]).expect("a legal move");
    }
    record
}

/// Checks what is said about a turn, and says whether it was a mistake.
fn check(plain: &mut Plain, turn: &TurnReview) -> bool {
    let played = turn.played().expect("nobody swaps");
    let judgement = turn.judgement.as_ref().expect("all is done");
    let (position, mover) = (&turn.position, turn.player);
    assert!(judgement.is_proved(), "{position}");
    assert_eq!(judgement.value, plain.move_value(position, played.choice()), "{position}");
    assert_eq!(judgement.best, plain.value(position), "{position}");
    let said = review::why(Players { names: ["Ada", "Ben"], voice: Voice::ToOne(mover) }, turn);
    assert_eq!(said.is_some(), judgement.loss() > 0, "{position}: {said:?}");
    let Some(said) = said else { return false };
    let at = format!("{position} {}: {said}", position.digit(played.choice()));

    let why = &judgement.reason.as_ref().expect("a loss has a reason").why;
    let (loss, turns) = match why {
        Why::Allows { loss, reply } => (loss, reply),
        Why::Misses { loss, better } => (loss, better),
        Why::Best { .. } | Why::Unsure { .. } => panic!("{at}"),
    };
    assert_eq!(loss.margin, judgement.loss(), "{at}");
    assert_eq!(loss.best_value, judgement.best, "{at}");
    assert_eq!(plain.move_value(position, loss.best), judgement.best, "{at}");

    // The turns that the sentence is about follow each other, and each is the best there is.
    let first = turns.first().expect("a sentence is about something");
    match why {
        Why::Allows { .. } => {
            assert_eq!(first.player(), !mover, "{at}");
            assert_eq!(-plain.value(first.before()), judgement.value, "{at}");
        }
        Why::Misses { .. } | Why::Best { .. } | Why::Unsure { .. } => {
            assert_eq!((first.before(), first.choice()), (position, loss.best), "{at}");
        }
    }
    for turn in turns {
        assert_eq!(turn.player(), first.player(), "{at}");
        let best = plain.value(turn.before());
        assert_eq!(plain.move_value(turn.before(), turn.choice()), best, "{at}");
    }
    assert!(turns.windows(2).all(|pair| pair[0].position() == pair[1].before()), "{at}");

    if position.mancala().is_some() {
        check_words(&said, &at, why, turns, loss.best, judgement.best);
    } else {
        let tells = if judgement.best > 0 { "misses the win in " } else { "gives away the tie." };
        assert!(said.starts_with("This ") && said.contains(tells), "{at}");
    }
    true
}

/// Checks that a sentence has the numbers of what happens and no others, and the words for it.
fn check_words(said: &str, at: &str, why: &Why, turns: &[AnyTurn], best: Choice, value: i16) {
    let counted = Deeds::of(turns);
    let allows = matches!(why, Why::Allows { .. });
    let pit = |choice: Choice| i64::from(choice.index()) + 1;
    let (before, after): (Vec<i64>, Vec<i64>) = if allows {
        (Vec::new(), vec![pit(best)])
    } else {
        (turns.iter().map(|turn| pit(turn.choice())).collect(), Vec::new())
    };
    let margin = (value != 0).then_some(i64::from(value.abs()));
    let deeds = counted.numbers.iter().copied();
    let expected: Vec<i64> = before.into_iter().chain(deeds).chain(after).chain(margin).collect();
    assert_eq!(numbers(said), expected, "{at}");

    // The mover is spoken to: the reply takes from them, and a better move from the other.
    let whose = if allows { " from your pit " } else { "'s pit " };
    assert_eq!(said.contains(whose), counted.captures, "{at}");
    assert_eq!(said.contains(" capture"), counted.captures, "{at}");
    assert_eq!(said.contains(" again"), counted.again > 0, "{at}");
    assert_eq!(said.contains(" again twice"), counted.again == 2, "{at}");
    assert_eq!(said.contains(" the game"), counted.ends, "{at}");
    let result = match value {
        0 => "kept the tie.".to_owned(),
        1.. => format!("kept you {value} ahead."),
        ..0 => format!("left you only {} behind.", -value),
    };
    assert!(said.ends_with(&result), "{at}");
    assert_eq!(said.starts_with("This lets "), allows && !counted.is_nothing(), "{at}");
}

/// What some turns in a row do, counted from their steps.
#[derive(Default)]
struct Deeds {
    /// The numbers in the order in which a sentence has them.
    numbers: Vec<i64>,
    captures: bool,
    again: i64,
    ends: bool,
}

impl Deeds {
    fn of(turns: &[AnyTurn]) -> Self {
        let (mut relayed, mut lone, mut taken_from) = (0, 0, Vec::new());
        let mut deeds = Self::default();
        for turn in turns {
            let rules = *turn.before().mancala().expect("Mancala").rules();
            let (mut lifts, mut scored, mut goes_again, mut ends) = (0, 0, false, false);
            for step in turn.steps() {
                let AnyStep::Mancala(step) = step else { panic!("another game") };
                match step {
                    Step::Lift { .. } => lifts += 1,
                    Step::Drop { into, .. } => scored += i64::from(into.pit(&rules).is_none()),
                    Step::Capture { taken: 0, stone_to, .. } => {
                        lone += i64::from(stone_to.is_some());
                    }
                    Step::Capture { opposite, taken, .. } => {
                        let pit = opposite.pit(&rules).expect("captures are from pits");
                        taken_from.extend([i64::from(taken), i64::from(pit.index()) + 1]);
                    }
                    Step::Again => goes_again = true,
                    Step::Sweep { .. } => {}
                    Step::End(_) => ends = true,
                }
            }
            relayed += if lifts > 1 { scored } else { 0 };
            deeds.again += i64::from(goes_again && !ends);
            deeds.ends |= ends;
        }
        deeds.captures = !taken_from.is_empty();
        deeds.numbers.extend((relayed > 0).then_some(relayed));
        deeds.numbers.extend((lone > 0).then_some(lone));
        deeds.numbers.extend(taken_from);
        deeds.numbers.extend((deeds.again > 2).then_some(deeds.again));
        deeds
    }

    fn is_nothing(&self) -> bool {
        self.numbers.is_empty() && self.again == 0 && !self.ends
    }
}

/// The numbers in a text, in order.
fn numbers(text: &str) -> Vec<i64> {
    text.split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|word| word.parse().ok())
        .collect()
}

#[test]
fn sentences_speak_to_the_one_at_the_screen() {
    let record: AnyRecord = "kalah~6-15-15-5-0-0-0-0-2-0-0-0-0-1-0-S~65".parse().expect("a record");
    let (mut review, stop) = (Review::new(&record), AtomicBool::new(false));
    let opponent = Opponent::new(record.position().variant(), Review::size);
    while review.step(&opponent, &Limits::until(&stop)) {}
    let turn = review.turn(0);
    let said = |voice| review::why(Players { names: ["Ada", "Ben"], voice }, &turn);
    assert_eq!(
        said(Voice::ToOne(Player::One)).as_deref(),
        Some(
            "This lets Ben capture 5 from your pit 1 and end the game; pit 1 would have kept you 6 \
             ahead."
        )
    );
    assert_eq!(
        said(Voice::Spectator).as_deref(),
        Some(
            "This lets Ben capture 5 from Ada's pit 1 and end the game; pit 1 would have kept Ada 6 \
             ahead."
        )
    );
    assert_eq!([review::figure(&turn), review::figure(&review.turn(1))], ["6", "5x5"]);
    assert_eq!(review::progress(&review.progress()), "3 of 3 positions proved");
}

#[test]
fn figures_say_what_turns_do() {
    let figures = |game: &str| {
        let record: AnyRecord = game.parse().expect("a record");
        let review = Review::new(&record);
        let figures: Vec<String> =
            (0..review.turns()).map(|at| review::figure(&review.turn(at))).collect();
        figures.join(" ")
    };
    assert_eq!(figures("kalah~S~36s1"), "3* 6 s 1");
    assert_eq!(figures("tic-tac-toe~X~048"), "0 4 8");
    assert_eq!(figures("kalah.pits_3~3-0-0-1-0-1-0-3-0-S~1"), "1x3");
    let relay = figures("avalanche~S~1");
    assert!(relay.starts_with("1+"), "{relay}");
}

#[test]
fn a_small_slip_is_told_in_a_whole_sentence() {
    let position = AnyPosition::opening("kalah".parse().expect("rules"));
    let [pit_1, pit_3] = [0, 2].map(|pit| Choice::new(pit).expect("a pit"));
    let told = |better: Vec<Choice>| {
        let judgement = Judgement {
            value: 2,
            best: 4,
            certainty: Certainty::Proved,
            class: MoveClass::Good,
            reason: None,
            better,
        };
        let turn = TurnReview {
            position,
            ply: Ply::Move(pit_1),
            player: Player::One,
            owner: Player::One,
            judgement: Some(judgement),
            analysis: Analysis::default(),
        };
        review::mistake(Players { names: ["Ada", "Ben"], voice: Voice::Spectator }, 5, &turn)
    };
    assert_eq!(told(vec![pit_3]), "Turn 5: pit 1 was good, but pit 3 was better.");
    assert_eq!(told(Vec::new()), "Turn 5: pit 1 was good, but not the best.");
}
