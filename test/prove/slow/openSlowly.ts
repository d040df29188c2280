import { connect, type Socket } from 'node:net';
import type { Lab } from '../support/Lab.ts';

/** A connection that says something at once, and more of it every now and then. */
interface SlowTalk {
  first: string;
  /** Sent again and again; `null`: nothing more. */
  again: string | null;
  everyMs: number;
}

/** Opens connections that are slow, all alike. @returns how many the service has ended so far. */
export async function openSlowly(
  lab: Lab,
  target: string,
  count: number,
  talk: SlowTalk,
): Promise<() => number> {
  const { hostname, port } = new URL(target);
  let ended = 0;
  const open = async () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await new Promise<void>((resolve) => {
      socket.once('connect', resolve);
      socket.once('close', () => resolve());
    });
    socket.on('close', () => ended++);
    socket.resume();
    say(lab, socket, talk);
  };
  await Promise.all(Array.from({ length: count }, open));
  return () => ended;
}

function say(lab: Lab, socket: Socket, { first, again, everyMs }: SlowTalk): void {
  socket.write(first);
  const timer =
    again === null ? undefined : setInterval(() => socket.writable && socket.write(again), everyMs);
  lab.defer(() => {
    clearInterval(timer);
    socket.destroy();
  });
}
