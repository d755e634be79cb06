//! A queue that is fair: clients take turns, however much each of them asks for, and none takes all the room.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::problem::Problem;

/// After how many seconds whoever has taken all their share may look again.
const AGAIN: u32 = 5;

/// Who has taken the room that another thing would need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    /// Whoever asks has their share.
    ForClient,
    /// All together have everything, or the queue is closed.
    ForAll,
}

impl Full {
    /// What whoever asks is told: something is their own doing, or it is not. `things` are what waits.
    pub(crate) fn problem(self, things: &str) -> Problem {
        match self {
            Full::ForClient => {
                let problem = Problem::too_much(format!("too many of your {things} wait"), AGAIN);
                problem.hint("wait until one of them begins")
            }
            Full::ForAll => Problem::full(format!("too many {things} wait")),
        }
    }
}

struct Lines<T> {
    /// What each client waits for; the next turn is that of the first.
    clients: VecDeque<(String, VecDeque<T>)>,
    waiting: usize,
    closed: bool,
}

/// A queue with room for a number of things.
pub(crate) struct FairQueue<T> {
    lines: Mutex<Lines<T>>,
    more: Condvar,
    room: usize,
}

impl<T: Clone> FairQueue<T> {
    /// A queue with room for so many, of which each client may have half.
    pub(crate) fn new(room: usize) -> FairQueue<T> {
        let lines = Lines { clients: VecDeque::new(), waiting: 0, closed: false };
        FairQueue { lines: Mutex::new(lines), more: Condvar::new(), room }
    }

    fn lines(&self) -> MutexGuard<'_, Lines<T>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check(&self, lines: &Lines<T>, client: &str) -> Result<(), Full> {
        let own = lines.clients.iter().find(|(name, _)| name == client).map_or(0, |(_, line)| line.len());
        if own >= self.room.div_ceil(2) {
            return Err(Full::ForClient);
        }
        if lines.waiting >= self.room || lines.closed { Err(Full::ForAll) } else { Ok(()) }
    }

    /// Whether there would be room for something of a client.
    pub(crate) fn has_room(&self, client: &str) -> Result<(), Full> {
        self.check(&self.lines(), client)
    }

    /// Puts something behind what the client waits for, if there is room.
    pub(crate) fn push(&self, client: &str, thing: T) -> Result<(), Full> {
        let lines = self.lines();
        self.check(&lines, client)?;
        self.line_up(lines, client, thing);
        Ok(())
    }

    /// Puts something behind what the client waits for, whether there is room or not: it had been accepted before.
    pub(crate) fn readmit(&self, client: &str, thing: T) {
        self.line_up(self.lines(), client, thing);
    }

    fn line_up(&self, mut lines: MutexGuard<'_, Lines<T>>, client: &str, thing: T) {
        lines.waiting += 1;
        match lines.clients.iter_mut().find(|(name, _)| name == client) {
            Some((_, line)) => line.push_back(thing),
            None => lines.clients.push_back((client.to_owned(), VecDeque::from([thing]))),
        }
        drop(lines);
        self.more.notify_one();
    }

    /// Waits for the next thing; nothing if the queue is closed.
    pub(crate) fn take(&self) -> Option<T> {
        let mut lines = self.lines();
        loop {
            if lines.closed {
                return None;
            }
            if let Some((client, mut line)) = lines.clients.pop_front() {
                let thing = line.pop_front();
                if !line.is_empty() {
                    lines.clients.push_back((client, line));
                }
                if let Some(thing) = thing {
                    lines.waiting -= 1;
                    return Some(thing);
                }
                continue;
            }
            lines = self.more.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes something out of the queue; false if it does not wait.
    pub(crate) fn remove(&self, is_it: impl Fn(&T) -> bool) -> bool {
        let mut lines = self.lines();
        let before = lines.waiting;
        for (_, line) in &mut lines.clients {
            line.retain(|thing| !is_it(thing));
        }
        lines.clients.retain(|(_, line)| !line.is_empty());
        lines.waiting = lines.clients.iter().map(|(_, line)| line.len()).sum();
        lines.waiting < before
    }

    /// Everything that waits, in the order in which its turn comes.
    pub(crate) fn order(&self) -> Vec<T> {
        let lines = self.lines();
        let longest = lines.clients.iter().map(|(_, line)| line.len()).max().unwrap_or(0);
        let round = |round: usize| lines.clients.iter().filter_map(move |(_, line)| line.get(round).cloned());
        (0..longest).flat_map(round).collect()
    }

    /// Ends the queue: whoever waits for something gets nothing.
    pub(crate) fn close(&self) {
        self.lines().closed = true;
        self.more.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_take_turns() {
        let queue = FairQueue::new(5);
        for (client, thing) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5)] {
            assert_eq!(queue.push(client, thing), Ok(()));
        }
        assert_eq!(queue.push("d", 6), Err(Full::ForAll), "there is no room");
        assert_eq!(queue.order(), [1, 4, 5, 2, 3]);
        assert!(queue.remove(|thing| *thing == 4) && !queue.remove(|thing| *thing == 4));
        assert_eq!(queue.push("d", 6), Ok(()), "there is room again");
        let taken: Vec<i32> = (0..5).filter_map(|_| queue.take()).collect();
        assert_eq!(taken, [1, 5, 6, 2, 3]);
        queue.close();
        assert_eq!(queue.take(), None);
        assert_eq!(queue.push("a", 1), Err(Full::ForAll), "nobody takes it any more");
    }

    #[test]
    fn a_client_has_half_of_the_room() {
        let queue = FairQueue::new(4);
        assert_eq!([queue.push("a", 1), queue.push("a", 2)], [Ok(()), Ok(())]);
        assert_eq!((queue.has_room("a"), queue.has_room("b")), (Err(Full::ForClient), Ok(())));
        assert_eq!((queue.push("a", 3), queue.push("b", 4)), (Err(Full::ForClient), Ok(())));
        queue.readmit("a", 5);
        assert_eq!(queue.order(), [1, 4, 2, 5]);
        assert_eq!(queue.push("b", 6), Err(Full::ForAll));
    }
}
