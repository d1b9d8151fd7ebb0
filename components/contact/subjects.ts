/** What the radio sends: the English subjects, whatever the page's language. */
export const SUBJECTS = {
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

/** The member form is Hebrew, the public one English. */
export type ContactKind = keyof typeof SUBJECTS;
