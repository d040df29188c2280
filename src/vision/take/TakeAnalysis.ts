/** Why the pictures of a capture don't come from one uninterrupted take. */
export type TakeProblem =
  /** Times that no camera gives: a gap, steps out of order or outside of the trail, longer than there was time. */
  | 'times'
  /** A frame shows no face. */
  | 'no_face'
  /** Face, light or surroundings jump from one frame to the next. */
  | 'jump'
  /** One picture fades into the next. */
  | 'blend'
  /** A step picture is not what the trail shows at its time. */
  | 'other_moment'
  /** The surroundings of a step picture are not those of the neutral one. */
  | 'other_place';

/** What a trail says of the step pictures that it joins. */
export interface TakeAnalysis {
  problem: TakeProblem | null;
  /** Whether mouth or eyes were covered after the neutral picture, in a step picture or in a frame that was looked at. */
  isCovered: boolean;
  /** Whether the face turned in the step pictures without its outline, or out of shape, as in a photograph that is stretched. */
  isStretched: boolean;
  /** The least likeness of the surroundings of a step picture and the neutral one, see `sceneLikeness`. */
  likeness: number | null;
  /** The least correlation of two frames in a row, -1 to 1. */
  neighbours: number | null;
  durationMs: number;
  longestGapMs: number;
}
