import type { ChallengeStep } from '../../contract/selfieCheck.ts';

/** What the page tells the person, one thing at a time. Left and right are the person's own. */
export type Hint =
  | 'no_face'
  | 'several_faces'
  | 'move_closer'
  | 'move_back'
  | 'move_left'
  | 'move_right'
  | 'move_up'
  | 'move_down'
  | 'more_light'
  | 'too_bright'
  | 'uncover_eyes'
  | 'hold_still'
  | 'look_straight'
  | Exclude<ChallengeStep, 'center'>;
