use fastrand::Rng;
use parlor_table::{Command, Host, Phase, Request, SeatId, Table, Wish, WishKind};

/// What a player does who plays fast and badly, changes their mind, and asks for everything that
/// can be asked for; `None` while it is for the other one to do something.
pub(super) fn next(host: &impl Host, seat: SeatId, luck: &mut Rng) -> Option<Command> {
    let table = host.table();
    let me = table.side(seat);
    match (table.phase(), table.request()) {
        (Phase::Tossing(_), _) => host.offer(&Command::Toss).is_ok().then_some(Command::Toss),
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

const fn kind(request: Request) -> WishKind {
    match request {
        Request::Draw => WishKind::Draw,
        Request::TakeBack { .. } => WishKind::TakeBack,
        Request::Rematch => WishKind::Rematch,
    }
}
