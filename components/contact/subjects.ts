/** What the radio sends: the English subjects, whatever language they are read in. */
export const CONTACT_SUBJECTS = {
  member: [
    ['general', 'General Inquiry'],
    ['technical', 'Technical Issue'],
    ['question', 'Question'],
    ['other', 'Other'],
  ],
  public: [
    ['general', 'General Inquiry'],
    ['technical', 'Technical Issue'],
    ['feedback', 'Feedback'],
    ['other', 'Other'],
  ],
} as const;

/** The form of members, and the one for everyone. */
export type ContactKind = keyof typeof CONTACT_SUBJECTS;
