//! The words of the page that are made from values.

use parlor_rules::mancala::{Preset, Rules};
use parlor_table::GameLog;
use parlor_wording::{Voice, connection, counted, games, help, panes, rules, setup};

#[test]
fn numbers_agree_with_their_nouns() {
    assert_eq!(counted(1, "stone"), "1 stone");
    assert_eq!(counted(0, "stone"), "0 stones");
    assert_eq!(connection::you_watch(1), "You're watching");
    assert_eq!(connection::you_watch(2), "You and 1 other are watching");
    assert_eq!(connection::you_watch(4), "You and 3 others are watching");
    assert_eq!(connection::they_watch(0), "");
    assert_eq!(connection::they_watch(1), "1 watching");
    assert_eq!(setup::clock_minutes(1), "1 minute each");
    assert_eq!(setup::clock_seconds(5), "5 seconds");
}

#[test]
fn a_game_of_another_size_says_so() {
    let title = |text: &str| games::title(&text.parse().expect("a variant"));
    assert_eq!(title("kalah"), "Kalah");
    assert_eq!(title("homepits,stones=3"), "Home Pits, 6 pits × 3 stones");
    assert_eq!(title("kalah,pits=1,stones=1"), "Kalah, 1 pit × 1 stone");
    assert_eq!(title("tic-tac-toe"), "Tic-Tac-Toe");
}

fn particular(preset: Preset) -> Vec<String> {
    rules::particular(&preset.rules())
}

#[test]
fn the_rules_are_told_as_they_are() {
    assert_eq!(
        particular(Preset::Gems),
        [
            "A capture takes the stones opposite and your own stone to your store.",
            "If the opposite pit is empty, your lone stone still scores.",
            "If 13 stones bring you back to your starting pit, you capture.",
            "At the end, each player keeps the stones on their own side.",
        ]
    );
    assert_eq!(
        particular(Preset::Island),
        [
            "Captured stones move into the pit where your last stone landed, and stay in play there.",
            "If the opposite pit is empty, nothing happens.",
            "If 13 stones bring you back to your starting pit, you capture nothing.",
            "At the end, stones left on the board don't count.",
        ]
    );
    let home_pits = particular(Preset::HomePits);
    assert_eq!(home_pits[0], "The pit you sow from is skipped on every lap.");
    assert_eq!(home_pits.len(), 4, "no lap can end in a pit that is skipped");
    assert_eq!(
        particular(Preset::Avalanche),
        [
            "If your last stone lands in a pit that isn't empty, on either side, pick up all its \
             stones and keep sowing from there. An empty pit ends your turn.",
            "There are no captures.",
            "At the end, each player keeps the stones on their own side.",
        ]
    );
    assert!(
        !rules::whole(&Preset::Avalanche.rules()).iter().any(|rule| rule.contains("you capture"))
    );
    let small: Rules = "kalah,pits=3".parse().expect("rules");
    assert!(rules::particular(&small)[2].starts_with("If 7 stones"));
}

#[test]
fn a_game_begins_with_its_stones_and_who_goes_first() {
    let beginning =
        |preset: Preset| rules::beginning(&preset.offered_stones(), preset.rules().starts());
    assert_eq!(beginning(Preset::Gems), "Four stones per pit. Player 1 goes first.");
    assert_eq!(
        beginning(Preset::HomePits),
        "Three to ten stones per pit. A coin toss decides who goes first."
    );
}

#[test]
fn the_keys_of_an_online_table_leave_out_what_cannot_be_done_there() {
    let keys = help::online_keys().map(|(key, _)| key);
    assert!(!keys.contains(&"R") && !keys.contains(&"F"));
    assert!(keys.contains(&"M") && keys.contains(&"1 – 9, P"));
}

#[test]
fn who_is_ahead_is_said_with_how_sure_it_is() {
    let log = GameLog::open(
        "kalah".parse().expect("a variant"),
        ["Ada", "Ben"].map(parlor_table::Seat::person),
    );
    let standing = |margin, proved| panes::standing(log.table(), margin, proved, Voice::ToBoth);
    assert_eq!(standing(0, true), "even");
    assert_eq!(standing(0, false), "about even");
    assert_eq!(standing(3, true), "Ada ahead by 3");
    assert_eq!(standing(-3, false), "Ben ahead by about 3");
}
