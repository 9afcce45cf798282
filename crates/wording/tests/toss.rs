//! The coin toss and the pie rule, told.

use parlor_rules::{Choice, Player};
use parlor_table::{Coin, Event, GameLog, Opening, PieRule, Refusal, Seat};
use parlor_wording::{Voice, news, refusal, status, toss};

const ADA: Voice = Voice::ToOne(Player::One);
const BEN: Voice = Voice::ToOne(Player::Two);

fn people() -> [Seat; 2] {
    [Seat::person("Ada"), Seat::person("Ben")]
}

fn told(log: &GameLog, voice: Voice) -> String {
    toss(log.table(), log.table().toss().expect("a coin decides"), voice)
}

#[test]
fn a_toss_is_told_from_the_first_coin_to_the_last() {
    let mut log = GameLog::open("homepits".parse().expect("a variant"), people());
    let mut fall = |coins: [Coin; 2]| {
        for (player, coin) in Player::BOTH.into_iter().zip(coins) {
            log.append(Event::Tossed { player, coin }).expect("their toss");
            if player == Player::One {
                let side = told(&log, BEN);
                assert!(side.ends_with("Your turn to toss."), "{side}");
            }
        }
        log.clone()
    };
    let again = fall([Coin::Tails; 2]);
    assert_eq!(told(&again, ADA), "Both tails. Toss again.");
    let decided = fall([Coin::Tails, Coin::Heads]);
    assert_eq!(told(&decided, Voice::ToBoth), "Ben tossed heads and goes first.");
    assert_eq!(told(&decided, BEN), "You tossed heads and go first.");

    let fresh = GameLog::open("homepits".parse().expect("a variant"), people());
    assert_eq!(status(fresh.table(), ADA), "Your turn to toss.");
    assert_eq!(
        told(&fresh, Voice::ToBoth),
        "Ada's turn to toss. Heads beats tails and goes first."
    );
}

#[test]
fn a_swap_of_sides_names_the_one_who_swapped() {
    let record = "kalah~S~".parse().expect("a record");
    let opening = Opening { pie_rule: PieRule::On, ..Opening::new(record, people()) };
    let mut log = GameLog::continued(opening);
    let choice = Choice::new(0).expect("a pit");
    log.append(Event::Moved { choice }).expect("a legal move");
    let before = log.table().clone();
    log.append(Event::Swapped).expect("the second player may swap");
    let said = |voice| news(&before, log.table(), &Event::Swapped, voice).map(|it| it.whole());
    assert_eq!(said(Voice::ToBoth).as_deref(), Some("Ben swapped sides. Ada's turn."));
    // Ben has the first side now.
    assert_eq!(said(ADA).as_deref(), Some("You swapped sides. Ada's turn."));
    assert_eq!(said(BEN).as_deref(), Some("Ben swapped sides. Your turn."));
}

#[test]
fn every_refusal_is_a_sentence() {
    let log = GameLog::open("kalah".parse().expect("a variant"), people());
    for refused in Refusal::ALL {
        for voice in [ADA, BEN, Voice::ToBoth, Voice::Spectator] {
            let said = refusal(log.table(), refused, voice);
            let whole = said.starts_with(char::is_uppercase) && said.ends_with('.');
            assert!(whole, "{refused:?}: {said}");
        }
    }
}
