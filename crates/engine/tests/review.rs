//! A review says what plain search says, whatever the rules are and however it is stepped.

use std::sync::atomic::AtomicBool;

use parlor_engine::{
    Analysis, Certainty, Dice, Finding, Limits, MoveClass, MoveValue, Opponent, Review, Size,
    Standing,
};
use parlor_rules::mancala::Position;
use parlor_rules::{
    AnyPosition, AnyRecord, Choice, Game, Level, Performance, Player, Ply, Variant,
};

use crate::plain;

fn opponent(variant: Variant) -> Opponent {
    Opponent::new(variant, |_| Size { endgame_stones: 4, transposition_bits: 20 })
}

/// A review of a game that is stepped to its end.
fn reviewed(record: &AnyRecord, opponent: &Opponent, nodes: u64) -> Review {
    let (mut review, stop) = (Review::new(record), AtomicBool::new(false));
    while review.step(opponent, &Limits { nodes, ..Limits::until(&stop) }) {}
    review
}

fn review_of(game: &str) -> Review {
    let record: AnyRecord = game.parse().expect("a record");
    reviewed(&record, &opponent(record.position().variant()), 100_000)
}

/// A game in which both players play anything.
fn random_game(start: Position, dice: &mut Dice) -> AnyRecord {
    let mut record = AnyRecord::new(start.into());
    while record.position().outcome().is_none() {
        let moves: Vec<Choice> = record.position().moves().collect();
        record.play(moves[dice.roll(moves.len() as u32) as usize]).expect("a legal move");
    }
    record
}

#[test]
fn every_value_is_what_plain_search_says() {
    let mut dice = Dice::new(15);
    let mut turns = 0;
    while turns < 400 {
        let rules = plain::random_rules(&mut dice);
        let record = random_game(plain::random_position(rules, 9, &mut dice), &mut dice);
        let review = reviewed(&record, &opponent(Variant::Mancala(rules)), 5_000);
        assert_eq!(review.progress().proved, review.progress().positions, "{record}");
        for at in 0..review.turns() {
            let turn = review.turn(at);
            let judgement = turn.judgement.expect("all is done");
            let (position, Ply::Move(choice)) =
                (turn.position.mancala().expect("Mancala"), turn.ply)
            else {
                panic!("a swap");
            };
            let expected = (plain::move_value(position, choice.pit()), plain::value(position));
            assert_eq!((judgement.value, judgement.best), expected, "{record} {at}");
            assert!(judgement.is_proved(), "{record} {at}");
            for entry in turn.analysis.moves {
                let value = plain::move_value(position, entry.choice.pit());
                assert_eq!((entry.value, entry.is_proved()), (value, true), "{record} {at}");
            }
            assert_eq!(judgement.reason.is_some(), judgement.loss() > 0, "{record} {at}");
            if let Some(best) = judgement.better.first() {
                let value = plain::move_value(position, best.pit());
                assert_eq!(value, judgement.best, "{record} {at}");
            }
            turns += 1;
        }
    }
}

#[test]
fn steps_of_any_size_find_out_the_same() {
    let record: AnyRecord = "kalah.pits_4.stones_3~S~1234123412".parse().expect("a record");
    let say = |nodes: u64| {
        let review = reviewed(&record, &opponent(record.position().variant()), nodes);
        (0..review.turns())
            .map(|at| review.turn(at).judgement.map(|it| (it.value, it.best, it.certainty)))
            .collect::<Vec<_>>()
    };
    let whole = say(u64::MAX);
    assert!(whole.iter().flatten().all(|&(.., certainty)| certainty == Certainty::Proved));
    for nodes in [1, 500, 30_000] {
        assert_eq!(say(nodes), whole, "{nodes} boards a step");
    }
}

#[test]
fn the_newest_positions_come_first_and_partial_results_can_be_had() {
    let record: AnyRecord = "kalah~S~621364125361325652343536544155236".parse().expect("a record");
    let opponent = opponent(record.position().variant());
    let (mut review, stop) = (Review::new(&record), AtomicBool::new(false));
    let limits = Limits { nodes: 10_000, ..Limits::until(&stop) };
    assert_eq!(review.progress().done, 1, "the end of a game needs no work");
    let judged = |review: &Review| {
        (0..review.turns()).map(|at| review.turn(at).judgement.is_some()).collect::<Vec<_>>()
    };
    let mut seen = 0;
    for _ in 0..20 {
        assert!(review.step(&opponent, &limits));
        let judged = judged(&review);
        assert!(judged.is_sorted(), "{judged:?}");
        assert!(judged.iter().filter(|is| **is).count() >= seen);
        seen = judged.iter().filter(|is| **is).count();
    }
    assert!((1..33).contains(&seen), "{seen}");
    let standings = review.standings();
    let end = Standing { margin: 2, certainty: Certainty::Proved };
    assert_eq!(standings.last(), Some(&Some(end)));
    assert_eq!(standings.first(), Some(&None));
}

#[test]
fn everything_from_30_stones_on_is_proved() {
    // In Island captures stay on the board, so that it takes far longer to prove.
    for rules in ["kalah", "gems", "homepits,stones=4", "avalanche"] {
        let variant: Variant = rules.parse().expect("rules");
        let (players, stop) = (Opponent::new(variant, Review::size), AtomicBool::new(false));
        let (mut record, mut dice) = (AnyRecord::new(AnyPosition::opening(variant)), Dice::new(4));
        while record.position().outcome().is_none() {
            let level = Level::new(3).expect("a level");
            let choice = players.choose(record.position(), level, 0, &mut dice, &stop);
            record.play(choice.expect("the game goes on")).expect("a legal move");
        }
        let is_late = |position: &AnyPosition| {
            position.mancala().is_some_and(|position| position.stones_in_play() <= 30)
        };
        let first = (0..=record.plies().len())
            .find(|&at| is_late(&record.at(at)))
            .expect("a game comes to its end");
        // What comes before is left out: it would only take longer.
        let mut late = AnyRecord::new(record.at(first));
        for ply in &record.plies()[first..] {
            let Ply::Move(choice) = ply else { panic!("nobody swaps") };
            late.play(*choice).expect("a legal move");
        }
        let review = reviewed(&late, &Opponent::new(variant, Review::size), 1_000_000);
        let progress = review.progress();
        assert_eq!((progress.proved, progress.done), (progress.positions, progress.positions));
        assert!(progress.nodes < 30_000_000, "{rules}: {progress:?}");
        for at in 0..review.turns() {
            let after = review.standings()[at + 1].expect("all is done").margin;
            let turn = review.turn(at);
            let judgement = turn.judgement.expect("all is done");
            let sign = if turn.player == Player::One { 1 } else { -1 };
            assert_eq!(judgement.value, sign * after, "{rules}: the value after a turn is its own");
            assert!(judgement.is_proved() && judgement.loss() >= 0);
        }
    }
}

#[test]
fn classes_say_what_became_of_the_result() {
    let class =
        |game: &str, at: usize| review_of(game).turn(at).judgement.expect("all is done").class;
    assert_eq!(class("kalah.pits_3.stones_2~S~12", 0), MoveClass::WinIntoLoss);
    assert_eq!(class("kalah.pits_3.stones_2~S~3", 0), MoveClass::WinIntoTie);
    assert_eq!(class("kalah.pits_3.stones_2~S~2", 0), MoveClass::Best);
    assert_eq!(class("tic-tac-toe~X~01", 0), MoveClass::Best);
    assert_eq!(class("tic-tac-toe~X~01", 1), MoveClass::TieIntoLoss);
    assert_eq!(class("tic-tac-toe~XOXXOOOX.-X~8", 0), MoveClass::OnlyMove);
}

#[test]
fn an_only_move_gives_nothing_up() {
    // The position is proved, and its one move still an estimate, as while a review runs.
    let record: AnyRecord = "kalah.pits_3~3-0-0-1-0-0-2-0-1-S~1".parse().expect("a record");
    let choice = record.start().moves().next().expect("a move");
    let estimate =
        MoveValue { choice, value: -5, certainty: Certainty::Estimated, line: vec![choice] };
    let mut review = Review::new(&record);
    let analysis = Analysis { moves: vec![estimate], nodes: 1 };
    review.take_in(0, Finding { analysis, proved: Some(-2), line: Vec::new() });
    let judgement = review.turn(0).judgement.expect("it has been looked at");
    assert_eq!((judgement.class, judgement.loss()), (MoveClass::OnlyMove, 0));
    assert_eq!((judgement.value, judgement.is_proved()), (-2, true));
    assert_eq!(review.summaries()[0].mistakes, []);
}

#[test]
fn no_move_is_blamed_for_what_a_short_look_says() {
    // The best opening of Kalah, by proof: two turns in a row, worth 8. Neither look proves that.
    let review = review_of("kalah~S~361");
    for at in 0..2 {
        let judgement = review.turn(at).judgement.expect("it was looked at");
        assert_eq!(judgement.certainty, Certainty::Estimated);
        let is_blamed = !matches!(judgement.class, MoveClass::Best | MoveClass::Good);
        assert!(!is_blamed, "turn {at}: {judgement:?}");
    }
}

#[test]
fn a_swap_is_worth_what_the_other_side_is() {
    // The first move is the best and wins by 4, so the second player had better swap.
    let review = review_of("kalah.pits_3.stones_2~S~23s1");
    let swap = review.turn(2);
    assert_eq!((swap.player, swap.owner), (Player::Two, Player::One));
    assert_eq!(review.turn(0).owner, Player::Two, "who began has the other side now");
    assert_eq!(review.turn(3).owner, Player::Two);
    let judgement = swap.judgement.expect("all is done");
    assert_eq!((judgement.value, judgement.best, judgement.class), (4, 4, MoveClass::Best));

    let review = review_of("kalah.pits_3.stones_2~S~1s1");
    let judgement = review.turn(1).judgement.expect("all is done");
    assert_eq!((judgement.value, judgement.best), (-8, 8));
    assert_eq!(judgement.class, MoveClass::WinIntoLoss);
    assert_eq!(review.summaries()[0].mistakes, [1], "who swapped is South now");
}

#[test]
fn a_summary_counts_what_a_player_did() {
    let record: AnyRecord = "kalah~S~621364125361325652343536544155236".parse().expect("a record");
    let opponent = opponent(record.position().variant());
    let (mut review, stop) = (Review::new(&record), AtomicBool::new(false));
    // A look at every turn is enough to count.
    while review.turn(0).judgement.is_none() {
        review.step(&opponent, &Limits { nodes: 10_000, ..Limits::until(&stop) });
    }
    let [south, north] = review.summaries();
    assert_eq!((south.turns, south.judged, north.turns), (17, 17, 16));
    let [done_by_south, done_by_north] = Performance::of_both(&record);
    assert_eq!((south.performance, north.performance), (done_by_south, done_by_north));
    let did = |it: Performance| (it.captured, it.extra_turns, it.longest_run);
    assert_eq!((did(done_by_south), did(done_by_north)), ((13, 4, 3), (6, 4, 2)));
    for (player, summary) in Player::BOTH.into_iter().zip([south, north]) {
        let losses: Vec<i16> = (0..review.turns())
            .map(|at| review.turn(at))
            .filter(|turn| turn.owner == player)
            .map(|turn| turn.judgement.expect("all is done").loss())
            .collect();
        assert_eq!(summary.kept, losses.iter().filter(|loss| **loss == 0).count());
        assert_eq!(Some(&summary.biggest_swing), losses.iter().max());
        let mut sorted = losses.clone();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        let told = summary.mistakes.iter().map(|&at| review.turn(at).judgement.expect("done"));
        let told: Vec<i16> = told.map(|judgement| judgement.loss()).collect();
        assert_eq!(told, sorted[..told.len()], "the biggest first");
        assert_eq!(told.len(), 3);
    }
}

#[test]
fn every_mistake_is_explained_and_has_a_better_move() {
    let record: AnyRecord =
        "kalah~S~3562416251564363245321421614552633146425".parse().expect("a record");
    let players = Opponent::new(record.position().variant(), Review::size);
    let review = reviewed(&record, &players, u64::MAX);
    for at in 0..review.turns() {
        let judgement = review.turn(at).judgement.expect("all is done");
        let is_mistake = judgement.loss() > 0;
        assert_eq!(judgement.reason.is_some(), is_mistake, "turn {}", at + 1);
        assert_eq!(!judgement.better.is_empty(), is_mistake, "turn {}", at + 1);
    }
}
