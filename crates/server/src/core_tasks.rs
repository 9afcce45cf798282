//! The tasks that a server cannot do without.

use std::collections::HashMap;
use std::future::{Future, pending};

use tokio::task::{AbortHandle, Id, JoinSet};

/// Tasks that run for as long as the server does. If one of them panics, clocks stand still or nothing
/// is stored any more, and no one would notice: so the server ends, and whoever started it starts it
/// again.
#[derive(Default)]
pub(crate) struct CoreTasks {
    tasks: JoinSet<()>,
    names: HashMap<Id, &'static str>,
    endless: Vec<AbortHandle>,
}

impl CoreTasks {
    /// Starts a task that ends by itself once the server has done its work.
    pub(crate) fn spawn(
        &mut self,
        name: &'static str,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> AbortHandle {
        let handle = self.tasks.spawn(task);
        self.names.insert(handle.id(), name);
        handle
    }

    /// Starts a task that never ends by itself.
    pub(crate) fn spawn_endless(
        &mut self,
        name: &'static str,
        task: impl Future<Output = ()> + Send + 'static,
    ) {
        let handle = self.spawn(name, task);
        self.endless.push(handle);
    }

    /// Waits until a task has ended, which none should have yet, and says which.
    pub(crate) async fn first_to_end(&mut self) -> &'static str {
        let ended = match self.tasks.join_next_with_id().await {
            Some(Ok((task, ()))) => task,
            // The panic itself has been written to standard error.
            Some(Err(error)) => error.id(),
            None => return pending().await,
        };
        self.names.get(&ended).copied().unwrap_or("an unknown task")
    }

    /// Ends the tasks that never do by themselves.
    pub(crate) fn stop_endless(&self) {
        self.endless.iter().for_each(AbortHandle::abort);
    }

    /// Waits until all tasks have ended.
    pub(crate) async fn all_ended(mut self) {
        while self.tasks.join_next().await.is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_task_that_fails_is_named() {
        let mut tasks = CoreTasks::default();
        tasks.spawn_endless("idle", pending());
        tasks.spawn_endless("failing", async { panic!("a test of failing") });
        assert_eq!(tasks.first_to_end().await, "failing");
        tasks.stop_endless();
        tasks.all_ended().await;
    }

    #[tokio::test]
    async fn work_is_finished_before_the_end() {
        let mut tasks = CoreTasks::default();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (done, is_done) = tokio::sync::oneshot::channel();
        tasks.spawn_endless("idle", pending());
        tasks.spawn("writer", async {
            let _ = stopped.await;
            let _ = done.send(());
        });
        tasks.stop_endless();
        stop.send(()).expect("the writer waits");
        tasks.all_ended().await;
        is_done.await.expect("it has done its work");
    }
}
