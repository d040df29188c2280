/** Hertz and seconds of the tone: short, and high enough for the loudspeaker of a phone. */
const TONE = { frequency: 880, seconds: 0.15 };

let audio: AudioContext | null = null;

/** Says without words that a picture was taken, since who has their eyes closed reads none: by a buzz and, on wish, by a tone. */
export const cue = {
  /** Whether there are tones; for as long as the page lives. */
  get hasSound(): boolean {
    return audio !== null;
  },

  /** To be called while something is being pressed: a browser gives no sound before. */
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
