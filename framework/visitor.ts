/** Who may see a page or call an address. */
export type Access = 'public' | 'member' | 'admin';

/** A message carried over one redirect and shown once on the next page. */
export type Flash = {
  kind: 'success' | 'error';
  title: string;
  message: string;
  /** What had been typed into the form that failed, by field. */
  values?: Record<string, string>;
  /** What is wrong with it, one sentence a field. */
  issues?: Record<string, string>;
};
