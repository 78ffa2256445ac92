#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_queue.py [--self-test] -- does things in order, two at once; some only after others."""
import sys
import threading

AT_ONCE = 2     # while the tests of one step wait, or its last one runs alone, the other step has the processors


class Queue:
    """Things in the order of their list: (name, what to call). One begins when fewer than `at_once` run and none of
    those that `after` names for it is still to do."""

    def __init__(self, things, after, at_once=AT_ONCE):
        self.waiting = list(things)
        self.after = after
        self.at_once = at_once
        self.open = {name for name, _ in self.waiting}
        self.changed = threading.Condition()
        self.failure = None

    def ready(self):
        return next((thing for thing in self.waiting if not self.open & self.after.get(thing[0], set())), None)

    def take(self):
        """The next thing; None when there is none left to begin."""
        with self.changed:
            self.changed.wait_for(lambda: self.failure or not self.waiting or self.ready())
            if self.failure or not self.waiting:
                return None
            thing = self.ready()
            self.waiting.remove(thing)
            return thing

    def work(self):
        while thing := self.take():
            try:
                thing[1]()
            except BaseException as failure:    # pylint: disable=broad-except
                self.fail(failure)
            with self.changed:
                self.open.discard(thing[0])
                self.changed.notify_all()

    def fail(self, failure):
        """Nothing else begins; the first failure is what run() ends with."""
        with self.changed:
            self.failure = self.failure or failure
            self.changed.notify_all()

    def run(self):
        workers = [threading.Thread(target=self.work) for _ in range(self.at_once)]
        for worker in workers:
            worker.start()
        for worker in workers:
            try:
                worker.join()
            except KeyboardInterrupt as failure:
                self.fail(failure)
                worker.join()
        if self.failure:
            raise self.failure


def self_test():
    done, running, most = [], [], []
    both = threading.Barrier(2)

    def thing(name, meet=False):
        def what():
            running.append(name)
            most.append(len(running))
            if meet:
                both.wait()
            running.remove(name)
            done.append(name)
        return name, what

    # "a" and "c" meet, so they run at once; "b" comes after "a", although it is before "c" in the list.
    Queue([thing("a", meet=True), thing("b"), thing("c", meet=True), thing("d")], {"b": {"a"}, "d": {"a", "b", "c"}}).run()
    assert sorted(done[:3]) == ["a", "b", "c"] and done[3:] == ["d"] and max(most) == 2, (done, most)
    assert done.index("b") > done.index("a"), done

    done.clear()
    Queue([thing(name) for name in "abcdef"], {}, at_once=1).run()
    assert done == list("abcdef"), done

    def broken():
        raise ValueError("broken")
    done.clear()
    try:
        Queue([("x", broken), thing("y")], {}, at_once=1).run()
        raise AssertionError("a failure was not passed on")
    except ValueError:
        assert not done, done


if __name__ == "__main__":
    if sys.argv[1:] == ["--help"]:
        print(__doc__)
    elif sys.argv[1:] == ["--self-test"]:
        self_test()
    else:
        sys.exit(__doc__)
