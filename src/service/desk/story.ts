/** One entry of the history of a case. */
export interface StoryEntry {
  at: Date;
  title: string;
  /** Who did it, by name; `null`: the person or the service. */
  by: string | null;
  /** Facts, one a line. */
  lines: string[];
  /** A reviewer's words. */
  note: string | null;
  pictures: { url: string; label: string }[];
}

/** The history of a case, and its outcome. */
export interface Story {
  entries: StoryEntry[];
  /** `null` before a decision, and for those who may still judge the case. */
  outcome: Outcome | null;
}

export interface Outcome {
  title: string;
  at: Date;
  reasons: string[];
  note: string | null;
}
