use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// A terminal at a server's table: what is typed, and what is printed.
pub(crate) struct Terminal {
    child: Child,
    stdin: Option<ChildStdin>,
    output: Receiver<String>,
    /// Everything that was printed so far.
    said: String,
    /// How much of it has been looked at.
    seen: usize,
}

/// Longer than anything takes here. Only a test that fails waits for it.
const LONG: Duration = Duration::from_mins(1);

impl Terminal {
    pub(crate) fn start(state: &Path, options: &[&str]) -> Self {
        Self::start_with(state, options, &[])
    }

    /// Starts a terminal with more in its environment.
    pub(crate) fn start_with(state: &Path, options: &[&str], variables: &[(&str, &Path)]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .arg("play")
            .args(options)
            .env_remove("CLICOLOR_FORCE")
            .env("PARLOR_STATE", state)
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the program starts");
        let mut stdout = child.stdout.take().expect("a pipe");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut some = [0; 4096];
            while let Ok(read @ 1..) = stdout.read(&mut some) {
                bytes.extend_from_slice(&some[..read]);
                // A letter may have come only in part.
                let whole = match std::str::from_utf8(&bytes) {
                    Ok(text) => text.len(),
                    Err(error) => error.valid_up_to(),
                };
                let text: Vec<u8> = bytes.drain(..whole).collect();
                let text = String::from_utf8(text).expect("it is text");
                if sender.send(text).is_err() {
                    return;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, output, said: String::new(), seen: 0 }
    }

    /// Types a line.
    pub(crate) fn types(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("it is open");
        writeln!(stdin, "{line}").expect("the program reads");
    }

    /// Waits until something is printed, and types a line.
    pub(crate) fn types_when(&mut self, text: &str, line: &str) {
        self.sees(text);
        self.types(line);
    }

    /// Waits until a text is printed after what was looked at before.
    pub(crate) fn sees(&mut self, text: &str) {
        self.sees_one_of(&[text]);
    }

    /// Waits until one of several texts is printed, and says which.
    pub(crate) fn sees_one_of(&mut self, texts: &[&str]) -> usize {
        loop {
            let new = &self.said[self.seen..];
            let found = (0..).zip(texts).filter_map(|(index, text)| Some((new.find(text)?, index)));
            if let Some((at, index)) = found.min() {
                self.seen += at + texts[index].len();
                return index;
            }
            self.listen(&format!("{texts:?}"));
        }
    }

    /// Waits until a word with this beginning is printed as a whole, and gives it back.
    pub(crate) fn word_from(&mut self, beginning: &str) -> String {
        self.sees(beginning);
        loop {
            let rest = &self.said[self.seen..];
            if let Some(end) = rest.find(char::is_whitespace) {
                return format!("{beginning}{}", &rest[..end]);
            }
            self.listen(beginning);
        }
    }

    /// Waits until the program has ended well, and gives back everything it printed.
    pub(crate) fn ends(mut self) -> String {
        while let Ok(text) = self.output.recv_timeout(LONG) {
            self.said.push_str(&text);
        }
        let ended = self.child.wait().expect("the program ends");
        assert!(ended.success(), "{}", self.said);
        std::mem::take(&mut self.said)
    }

    fn listen(&mut self, awaited: &str) {
        match self.output.recv_timeout(LONG) {
            Ok(text) => self.said.push_str(&text),
            Err(error) => panic!("{awaited}: {error}\n{}", self.said),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // One that has ended is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
