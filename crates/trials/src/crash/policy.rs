use fastrand::Rng;
use parlor_rules::{Level, Player};
use parlor_table::{Command, Host, Name, Phase, Request, SeatId, Table, Wish, WishKind};

use super::place::Opponent;

/// What a player does who plays fast and badly, changes their mind, and asks for everything that
/// can be asked for; `None` while it is for the other one to do something.
pub(super) fn next(
    host: &impl Host,
    seat: SeatId,
    opponent: Opponent,
    luck: &mut Rng,
) -> Option<Command> {
    let table = host.table();
    let me = table.side(seat);
    if let Some((by, request)) = table.request()
        && by != me
    {
        let agrees = luck.bool();
        return Some(if agrees { Command::Accept(kind(request)) } else { Command::Decline });
    }
    match table.phase() {
        Phase::Waiting => match opponent {
            Opponent::Friend => None,
            Opponent::Computer => Some(Command::SeatComputer {
                seat: !me,
                level: Level::WEAKEST,
                name: Name::default(),
            }),
        },
        Phase::Tossing(_) => host.offer(&Command::Toss).is_ok().then_some(Command::Toss),
        Phase::Playing(player) => (player == me).then(|| turn(table, me, luck)).flatten(),
        Phase::Over(_) => table.request().is_none().then_some(Command::Ask(Wish::Rematch)),
    }
}

/// What the player to move does.
fn turn(table: &Table, me: Player, luck: &mut Rng) -> Option<Command> {
    if table.may_swap() && luck.bool() {
        return Some(Command::Swap);
    }
    let is_waiting_for_an_answer = table.request().is_some();
    match luck.u8(..40) {
        0 if !is_waiting_for_an_answer => Some(Command::Resign),
        1 if !is_waiting_for_an_answer => Some(Command::Ask(Wish::Draw)),
        2 if !is_waiting_for_an_answer && table.takeback_target(me).is_some() => {
            Some(Command::Ask(Wish::TakeBack { to: None }))
        }
        _ => luck.choice(table.play().moves()).map(|choice| Command::Move { choice }),
    }
}

const fn kind(request: Request) -> WishKind {
    match request {
        Request::Draw => WishKind::Draw,
        Request::TakeBack { .. } => WishKind::TakeBack,
        Request::Rematch => WishKind::Rematch,
    }
}
