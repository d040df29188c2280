import type { TestFaceFrame } from './testFaceFrame.ts';

/**
 * Involuntary movements while a person waits: breathing, a blink every three to five seconds, and a gaze that
 * wanders by a degree. The same clock gives the same movement.
 * @param clock seconds since the beginning.
 * @param rest seconds since the movement that was asked for; eyes stay open while a picture may be taken of it.
 */
export function idle(clock: number, rest: number): TestFaceFrame {
  const breath = 0.5 - 0.5 * Math.cos((2 * Math.PI * clock) / BREATH_S);
  return {
    breath: 0.14 * breath,
    y: 0.05 * breath,
    blink: rest < AWAKE_S ? 0 : blinkAt(clock),
    gazeYaw: 1.6 * gazeAt(clock, 3),
    gazePitch: 0.8 * gazeAt(clock, 11),
  };
}

const BREATH_S = 4;
/** So long after a request the eyes stay open. */
const AWAKE_S = 1.6;

/** The lids fall in 80 ms and rise in 140. */
function blinkAt(clock: number): number {
  const slot = Math.floor(clock / 4);
  const since = clock - 4 * slot - 1.5 - chance(slot, 5);
  if (since < 0 || since > 0.22) return 0;
  return since < 0.08 ? since / 0.08 : 1 - (since - 0.08) / 0.14;
}

/** -1 to 1; rests for a second or so, then jumps within 40 ms. */
function gazeAt(clock: number, seed: number): number {
  const at = clock / 1.3;
  const slot = Math.floor(at);
  const from = 2 * chance(slot - 1, seed) - 1;
  const to = 2 * chance(slot, seed) - 1;
  return from + (to - from) * Math.min(1, ((at - slot) * 1.3) / 0.04);
}

/** 0 to 1. */
function chance(slot: number, seed: number): number {
  const mixed = Math.imul(slot * 31 + seed * 101 + 7, 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 15)) & 1023) / 1023;
}
