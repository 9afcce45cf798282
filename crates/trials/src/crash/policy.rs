use fastrand::Rng;
use parlor_rules::Player;
use parlor_table::{Command, Commitment, Hand, Nonce, Phase, Request, Table, Wish, WishKind};

/// What a player does who plays fast and badly, changes their mind, and asks for everything that
/// can be asked for; `None` while it is for the other one to do something.
pub(super) fn next(table: &Table, me: Player, nonce: Nonce, luck: &mut Rng) -> Option<Command> {
    match (table.phase(), table.request()) {
        (Phase::Tossing(_), _) => toss(table, me, nonce),
        (Phase::Playing(_) | Phase::Over(_), Some((by, request))) if by != me => {
            Some(if luck.bool() { Command::Accept(kind(request)) } else { Command::Decline })
        }
        (Phase::Over(_), None) => Some(Command::Ask(Wish::Rematch)),
        (Phase::Playing(player), None) if player == me => Some(match luck.u8(..40) {
            0 => Command::Resign,
            1 => Command::Ask(Wish::Draw),
            2 if table.takeback_target(me).is_some() => Command::Ask(Wish::TakeBack { to: None }),
            _ => a_move(table, luck)?,
        }),
        (Phase::Playing(player), Some(_)) if player == me => a_move(table, luck),
        _ => None,
    }
}

fn a_move(table: &Table, luck: &mut Rng) -> Option<Command> {
    luck.choice(table.play().moves()).map(|choice| Command::Move { choice })
}

fn toss(table: &Table, me: Player, nonce: Nonce) -> Option<Command> {
    let toss = table.toss()?;
    match toss.hand(me) {
        Hand::Closed(_) if toss.awaits_reveal() => Some(Command::Reveal(nonce)),
        Hand::Empty | Hand::Open(_) if toss.next() == Some(me) => {
            Some(Command::Commit(Commitment::of(me, nonce)))
        }
        _ => None,
    }
}

const fn kind(request: Request) -> WishKind {
    match request {
        Request::Draw => WishKind::Draw,
        Request::TakeBack { .. } => WishKind::TakeBack,
        Request::Rematch => WishKind::Rematch,
    }
}
