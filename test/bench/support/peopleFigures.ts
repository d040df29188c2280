/** What `bench -- people` prints. */
export interface PeopleFigures {
  genuine: { takes: number; passed: number; retry: Record<string, number>; spoof: number };
  portraits: { n: number; accepted: number; refused: Record<string, number> };
  reference: {
    genuine: number;
    impostor: number;
    fnmr: number;
    fmr: number;
    byGroup?: Record<string, GroupFigures>;
  };
  gallery: { tries: number; passed: number };
  swapped: { tries: number; passed: number };
}

/** Pairs of different people of one group with the reference, by result. */
export interface GroupFigures {
  impostor: number;
  match: number;
  undecided: number;
}
