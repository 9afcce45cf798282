use parlor_engine::{Character, Dice, tic_tac_toe};
use parlor_rules::tic_tac_toe::Position;
use parlor_rules::{Game, Level, Outcome, Player};

/// Lets the perfect level meet every possible reply.
fn never_loses(position: &Position, perfect: Player, dice: &mut Dice) {
    if let Some(outcome) = position.outcome() {
        assert_ne!(outcome, Outcome::Win(!perfect), "{position}");
    } else if position.turn() == perfect {
        let square = Character::of(Level::STRONGEST)
            .choose_square(position, dice)
            .expect("a game goes on by a move");
        never_loses(&position.after(square).expect("a legal move"), perfect, dice);
    } else {
        for square in position.moves() {
            never_loses(&position.after(square).expect("a legal move"), perfect, dice);
        }
    }
}

#[test]
fn the_perfect_level_never_loses_tic_tac_toe() {
    for seed in 0..20 {
        for perfect in Player::BOTH {
            never_loses(&Position::start(Player::One), perfect, &mut Dice::new(seed));
        }
    }
}

#[test]
fn weaker_levels_can_lose_tic_tac_toe() {
    for level in Level::all().take(4) {
        let mut dice = Dice::new(7);
        let lost = (0..200).any(|_| {
            let mut position = Position::start(Player::One);
            while position.outcome().is_none() {
                let turn = if position.turn() == Player::One { Level::STRONGEST } else { level };
                let square =
                    Character::of(turn).choose_square(&position, &mut dice).expect("a move");
                position = position.after(square).expect("a legal move");
            }
            position.outcome() == Some(Outcome::Win(Player::One))
        });
        assert!(lost, "level {} never lost", level.number());
    }
}

#[test]
fn tic_tac_toe_is_a_tie() {
    let analysis = tic_tac_toe::analyze(&Position::start(Player::One));
    assert!(analysis.is_proved());
    assert!(analysis.moves.iter().all(|entry| entry.value == 0));
}
