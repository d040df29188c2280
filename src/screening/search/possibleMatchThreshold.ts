/**
 * The score from which a hit makes a screening a `possible_match`. A screening of the US and UN lists
 * alerts for about one in a hundred unrelated people at this score when only the name is known, and for
 * far fewer when the date of birth is.
 */
export const possibleMatchThreshold = 0.7;
