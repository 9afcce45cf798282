use std::io::{self, Stdout, Write};
use std::panic;
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

use super::console::{Console, Painter, Seen};
use crate::board::Room;

/// A real terminal: a screen of its own, and keys that answer at once.
///
/// However the program ends, short of being killed outright, the terminal is as it was before.
pub(super) struct Terminal {
    out: Stdout,
    colours: bool,
    /// Ctrl-C was pressed: nothing more will be answered.
    closed: bool,
}

impl Terminal {
    pub(super) fn open() -> io::Result<Self> {
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
        let terminal = Self { out: io::stdout(), colours, closed: false };
        execute!(out, EnterAlternateScreen, DisableLineWrap, Hide)?;
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
    fn key(&mut self, painter: Painter, typed: Option<&str>) -> io::Result<Option<KeyCode>> {
        while !self.closed {
            self.draw(painter, typed)?;
            if let Event::Key(key) = event::read()? {
                self.closed = closes(key);
                if key.kind != KeyEventKind::Release && !self.closed {
                    return Ok(Some(key.code));
                }
            }
        }
        Ok(None)
    }
}

impl Console for Terminal {
    fn show_for(&mut self, time: Duration, painter: Painter) -> io::Result<Seen> {
        let end = Instant::now() + time;
        self.draw(painter, None)?;
        while event::poll(end.saturating_duration_since(Instant::now()))? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    self.closed = closes(key);
                    return Ok(Seen::Enough);
                }
                Event::Resize(..) => self.draw(painter, None)?,
                _ => {}
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

    fn ask(&mut self, painter: Painter) -> io::Result<Option<String>> {
        loop {
            match self.key(painter, None)? {
                Some(KeyCode::Char(letter)) => return Ok(Some(letter.to_string())),
                Some(KeyCode::Enter) => return Ok(Some(String::new())),
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    fn wait(&mut self, painter: Painter) -> io::Result<bool> {
        Ok(self.key(painter, None)?.is_some())
    }

    fn ask_line(&mut self, longest: usize, painter: Painter) -> io::Result<Option<String>> {
        let mut typed = String::new();
        loop {
            match self.key(painter, Some(&typed))? {
                Some(KeyCode::Char(letter)) if typed.chars().count() < longest => {
                    typed.push(letter);
                }
                Some(KeyCode::Backspace) => {
                    typed.pop();
                }
                Some(KeyCode::Enter) => return Ok(Some(typed)),
                Some(KeyCode::Esc) | None => return Ok(None),
                Some(_) => {}
            }
        }
    }

    fn is_open(&self) -> bool {
        !self.closed
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
