use std::sync::Arc;
use std::time::Duration;

use parlor_kgp::{Arrived, Mode, ServerHeard, ServerSession, Setting, StateId};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout};

use super::forfeit::Forfeit;
use super::lobby::{Admission, Answer, Identity, Lobby, Request};
use crate::kgp::wire::Wire;

/// How long a bot may be connected without having said what for.
const MODE_TIMEOUT: Duration = Duration::from_secs(30);

/// Talks with a bot until it has gone.
pub(super) async fn converse(lobby: Arc<Lobby>, wire: Wire, move_time: Duration) {
    let mut conversation =
        Conversation { session: ServerSession::new(), wire, move_time, asked: None };
    let Ok(Ok(identity)) = timeout(MODE_TIMEOUT, conversation.greet()).await else { return };
    match lobby.admit(identity) {
        Ok(Admission { name, mut requests }) => {
            conversation.session.agree();
            // However it ended: a bot that has gone is gone.
            let _ = conversation.serve(&mut requests).await;
            drop(requests);
            lobby.leave(&name);
        }
        Err(why) => {
            conversation.session.decline(why);
            let _ = conversation.flush().await;
        }
    }
}

/// A connection that has ended, for whatever reason.
#[derive(Debug)]
struct Ended;

/// One bot that is connected.
struct Conversation {
    session: ServerSession,
    wire: Wire,
    move_time: Duration,
    asked: Option<Asked>,
}

/// A move that is waited for.
struct Asked {
    state: StateId,
    until: Instant,
    /// Whether a move was sent that is not legal.
    has_erred: bool,
    answer: oneshot::Sender<Answer>,
}

impl Conversation {
    /// Waits until the bot wants to play.
    async fn greet(&mut self) -> Result<Identity, Ended> {
        loop {
            self.flush().await?;
            let arrived = self.wire.receive().await.ok_or(Ended)?;
            match self.heard(arrived) {
                Some(ServerHeard::Mode(Mode::Freeplay)) => {
                    let name = self.session.name().unwrap_or_default().to_owned();
                    return Ok(Identity { name, token: self.session.token().map(str::to_owned) });
                }
                Some(ServerHeard::Mode(Mode::Eval | Mode::Verify)) => {
                    self.session.decline("this is a tournament: only freeplay is offered");
                }
                _ => {}
            }
            if self.session.has_ended() {
                self.flush().await?;
                return Err(Ended);
            }
        }
    }

    /// Passes on what is asked and answered, until the bot has gone or is sent away.
    async fn serve(
        &mut self,
        requests: &mut tokio::sync::mpsc::Receiver<Request>,
    ) -> Result<(), Ended> {
        loop {
            self.flush().await?;
            if self.session.has_ended() {
                return Ok(());
            }
            let until = self.asked.as_ref().map(|asked| asked.until);
            let time_over = async {
                match until {
                    Some(until) => sleep_until(until).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                arrived = self.wire.receive() => self.hear(arrived.ok_or(Ended)?),
                () = time_over => self.settle(),
                request = requests.recv() => match request {
                    Some(request) => self.ask(request),
                    None => self.session.say_goodbye(),
                },
            }
        }
    }

    fn ask(&mut self, request: Request) {
        match request {
            Request::Begin { game, opponent } => {
                self.session.announce(&game, &opponent, self.move_time);
            }
            Request::Move { board, answer } => {
                let (state, until) = (self.session.ask(board), Instant::now() + self.move_time);
                self.asked = Some(Asked { state, until, has_erred: false, answer });
            }
            Request::End(outcome) => self.session.set(Setting::Outcome(outcome)),
        }
    }

    fn hear(&mut self, arrived: Arrived) {
        match self.heard(arrived) {
            // There is only one state at a time that can be answered.
            Some(ServerHeard::Yielded(_)) => self.settle(),
            Some(ServerHeard::Illegal(_)) => {
                if let Some(asked) = &mut self.asked {
                    asked.has_erred = true;
                }
            }
            Some(
                ServerHeard::Mode(_)
                | ServerHeard::Set(_)
                | ServerHeard::Moved(_)
                | ServerHeard::Evaluated(..)
                | ServerHeard::Solved(_)
                | ServerHeard::Alive
                | ServerHeard::Ended,
            )
            | None => {}
        }
    }

    fn heard(&mut self, arrived: Arrived) -> Option<ServerHeard> {
        match arrived {
            Ok(text) => self.session.received(&text),
            Err(wrong) => {
                self.session.misread(wrong);
                None
            }
        }
    }

    /// Waits no longer for a move: the best so far counts.
    fn settle(&mut self) {
        let Some(Asked { state, has_erred, answer, .. }) = self.asked.take() else { return };
        let forfeit = if has_erred { Forfeit::IllegalMove } else { Forfeit::NoMove };
        let best = self.session.stop(state).ok_or(forfeit);
        // If the tournament was stopped, no one waits for it.
        let _ = answer.send(best);
    }

    async fn flush(&mut self) -> Result<(), Ended> {
        while let Some(line) = self.session.next_line() {
            self.wire.send(&line).await.map_err(|_| Ended)?;
        }
        Ok(())
    }
}
