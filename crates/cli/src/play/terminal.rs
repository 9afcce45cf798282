use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap,
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{execute, queue};

use super::console::{Asked, Console, Line, Painter, Seen};
use super::inbox::{Inbox, Wake};
use crate::board::Room;

/// A real terminal: a screen of its own, and keys that answer at once.
///
/// However the program ends, short of being killed outright, the terminal is as it was before.
pub(super) struct Terminal {
    inbox: Inbox,
    out: Stdout,
    colours: bool,
    /// Ctrl-C was pressed: nothing more will be answered.
    closed: bool,
}

impl Terminal {
    pub(super) fn open(inbox: Inbox) -> io::Result<Self> {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            usual(panic);
        }));
        let mut out = io::stdout();
        let colours = AutoStream::choice(&out) != ColorChoice::Never;
        restore_when_told_to_stop()?;
        terminal::enable_raw_mode()?;
        // From here on dropping it restores the terminal, even if the next line fails.
        let sender = inbox.sender();
        let terminal = Self { inbox, out: io::stdout(), colours, closed: false };
        execute!(out, EnterAlternateScreen, DisableLineWrap, Hide)?;
        thread::spawn(move || read_keys(&sender));
        Ok(terminal)
    }

    fn draw(&mut self, painter: Painter, typed: Option<&str>) -> io::Result<()> {
        let room = room()?;
        let mut scene = painter(room);
        if let Some(typed) = typed {
            scene.prompt = format!("{} {typed}▏", scene.prompt);
        }
        queue!(self.out, BeginSynchronizedUpdate)?;
        let lines = scene.screen(room);
        for (row, line) in (0..).zip(lines.iter().take(room.rows)) {
            // Cleared first: a line that fills its row has no place after it to clear from.
            queue!(self.out, MoveTo(0, row), Clear(ClearType::CurrentLine))?;
            let line = if self.colours { line.clone() } else { without_colours(line) };
            write!(self.out, "{line}")?;
        }
        if lines.len() < room.rows {
            queue!(self.out, MoveTo(0, lines.len() as u16), Clear(ClearType::FromCursorDown))?;
        }
        queue!(self.out, EndSynchronizedUpdate)?;
        self.out.flush()
    }

    /// Draws until a key is pressed: again and again if the size of the terminal changes.
    fn key(
        &mut self,
        painter: Painter,
        typed: Option<&str>,
        until: Option<Instant>,
    ) -> io::Result<Asked<KeyCode>> {
        while !self.closed {
            self.draw(painter, typed)?;
            match self.inbox.wait(until) {
                Some(Wake::Key(key)) => {
                    self.closed = closes(key);
                    if key.kind != KeyEventKind::Release && !self.closed {
                        return Ok(Asked::Answer(key.code));
                    }
                }
                Some(Wake::Resized | Wake::Line(_)) => {}
                Some(Wake::InputEnded) => self.closed = true,
                Some(Wake::InputFailed(error)) => return Err(error),
                Some(Wake::News) | None => return Ok(Asked::News),
            }
        }
        Ok(Asked::Closed)
    }
}

impl Console for Terminal {
    fn show_for(&mut self, time: Duration, painter: Painter) -> io::Result<Seen> {
        let end = Instant::now() + time;
        self.draw(painter, None)?;
        while let Some(wake) = self.inbox.wait(Some(end)) {
            match wake {
                Wake::Key(key) if key.kind != KeyEventKind::Release => {
                    self.closed = closes(key);
                    return Ok(Seen::Enough);
                }
                Wake::Resized => self.draw(painter, None)?,
                Wake::InputEnded => self.closed = true,
                Wake::InputFailed(error) => return Err(error),
                // News are looked at when this has been shown.
                Wake::Key(_) | Wake::Line(_) | Wake::News => {}
            }
        }
        Ok(Seen::All)
    }

    fn watch(&mut self, painter: Painter, done: &dyn Fn() -> bool) -> io::Result<Seen> {
        while !done() {
            if self.show_for(LOOK, painter)? == Seen::Enough {
                return Ok(Seen::Enough);
            }
        }
        Ok(Seen::All)
    }

    fn ask(&mut self, painter: Painter, until: Option<Instant>) -> io::Result<Asked<String>> {
        loop {
            match self.key(painter, None, until)? {
                Asked::Answer(KeyCode::Char(letter)) => {
                    return Ok(Asked::Answer(letter.to_string()));
                }
                Asked::Answer(KeyCode::Enter) => return Ok(Asked::Answer(String::new())),
                Asked::Answer(_) => {}
                Asked::News => return Ok(Asked::News),
                Asked::Closed => return Ok(Asked::Closed),
            }
        }
    }

    fn wait(&mut self, painter: Painter, until: Option<Instant>) -> io::Result<Asked<()>> {
        Ok(match self.key(painter, None, until)? {
            Asked::Answer(_) => Asked::Answer(()),
            Asked::News => Asked::News,
            Asked::Closed => Asked::Closed,
        })
    }

    fn show_page(&mut self, painter: Painter, until: Option<Instant>) -> io::Result<Asked<()>> {
        self.wait(painter, until)
    }

    fn ask_line(
        &mut self,
        line: &mut Line,
        painter: Painter,
        until: Option<Instant>,
    ) -> io::Result<Asked<Option<String>>> {
        loop {
            match self.key(painter, Some(&line.typed), until)? {
                Asked::Answer(KeyCode::Char(letter)) => {
                    if line.typed.chars().count() < line.longest {
                        line.typed.push(letter);
                    }
                }
                Asked::Answer(KeyCode::Backspace) => {
                    line.typed.pop();
                }
                Asked::Answer(KeyCode::Enter) => {
                    return Ok(Asked::Answer(Some(line.typed.clone())));
                }
                Asked::Answer(KeyCode::Esc) => return Ok(Asked::Answer(None)),
                Asked::Answer(_) => {}
                Asked::News => return Ok(Asked::News),
                Asked::Closed => return Ok(Asked::Closed),
            }
        }
    }

    fn is_open(&self) -> bool {
        !self.closed
    }
}

fn read_keys(sender: &Sender<Wake>) {
    loop {
        let wake = match event::read() {
            Ok(Event::Key(key)) => Wake::Key(key),
            Ok(Event::Resize(..)) => Wake::Resized,
            Ok(_) => continue,
            Err(error) => Wake::InputFailed(error),
        };
        let failed = matches!(wake, Wake::InputFailed(_));
        if sender.send(wake).is_err() || failed {
            return;
        }
    }
}

/// How often is looked whether something is done.
const LOOK: Duration = Duration::from_millis(30);

impl Drop for Terminal {
    fn drop(&mut self) {
        // After a panic the hook has done it, and what it printed must stay.
        if !thread::panicking() {
            restore();
        }
    }
}

/// Gives the terminal back. There is nothing to be done should that fail.
fn restore() {
    let _ = execute!(io::stdout(), Show, EnableLineWrap, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

/// A program that is stopped from outside gives the terminal back as well, and still ends by the
/// signal that it was sent.
#[cfg(unix)]
fn restore_when_told_to_stop() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        for signal in &mut signals {
            restore();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn restore_when_told_to_stop() -> io::Result<()> {
    Ok(())
}

/// In raw mode the terminal leaves it to the program what Ctrl-C and Ctrl-D mean.
fn closes(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL)
        && matches!(key.code, KeyCode::Char('c' | 'd'))
        && key.kind != KeyEventKind::Release
}

fn room() -> io::Result<Room> {
    let (columns, rows) = terminal::size()?;
    Ok(Room { columns: columns.into(), rows: rows.into() })
}

fn without_colours(line: &str) -> String {
    anstream::adapter::strip_str(line).to_string()
}
