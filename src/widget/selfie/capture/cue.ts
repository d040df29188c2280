/** Frequency in hertz and duration in seconds of the tone: short, and high enough for the loudspeaker of a phone. */
const TONE = { frequency: 880, seconds: 0.15 };

let audio: AudioContext | null = null;

/**
 * Signals that a picture was taken, by a vibration and optionally by a tone: a person with closed eyes can't read it.
 */
export const cue = {
  /** Whether tones are on, for the lifetime of the page. */
  get hasSound(): boolean {
    return audio !== null;
  },

  /** Switches the tones. Call it during a press: browsers block sound otherwise. */
  switchSound(): void {
    const before = audio;
    audio = before ? null : new AudioContext();
    void before?.close();
    if (audio) sound(audio);
  },

  give(): void {
    navigator.vibrate?.(40);
    if (audio) sound(audio);
  },
};

function sound(context: AudioContext): void {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = TONE.frequency;
  volume.gain.setValueAtTime(0.3, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + TONE.seconds);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + TONE.seconds);
}
