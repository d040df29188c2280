import type { TestFaceFrame } from './testFaceFrame.ts';

/**
 * Involuntary movements of a waiting person: breathing, a blink every three to five seconds, and a gaze that wanders by
 * a degree. Equal clocks give equal movements.
 * @param clock seconds since the start.
 * @param rest seconds since the requested movement. The eyes stay open while a picture of it may be taken.
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
/** Seconds after a request during which the eyes stay open. */
const AWAKE_S = 1.6;

/** The blink at a time, 0 open to 1 shut: the lids close in 80 ms and open in 140 ms. */
function blinkAt(clock: number): number {
  const slot = Math.floor(clock / 4);
  const since = clock - 4 * slot - 1.5 - chance(slot, 5);
  if (since < 0 || since > 0.22) return 0;
  return since < 0.08 ? since / 0.08 : 1 - (since - 0.08) / 0.14;
}

/** A gaze coordinate, -1 to 1: constant for about a second, then a jump within 40 ms. */
function gazeAt(clock: number, seed: number): number {
  const at = clock / 1.3;
  const slot = Math.floor(at);
  const from = 2 * chance(slot - 1, seed) - 1;
  const to = 2 * chance(slot, seed) - 1;
  return from + (to - from) * Math.min(1, ((at - slot) * 1.3) / 0.04);
}

/** A pseudo-random number, 0 to 1. */
function chance(slot: number, seed: number): number {
  const mixed = Math.imul(slot * 31 + seed * 101 + 7, 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 15)) & 1023) / 1023;
}
