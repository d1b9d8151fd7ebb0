/** Beside results: that the winners are provisional, or were corrected. @param review finished text; null renders nothing */
export const ReviewMark = ({ review }: { review: string | null }) =>
  review && <span className="block text-small font-500 text-tkf">{review}</span>;
