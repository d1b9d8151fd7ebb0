import { BrandMark } from '../ui/Mark.tsx';

/** The brand at the top of a page of sign-in, leading to the form. */
export const EntranceBrand = () => (
  <a className="flex w-fit items-center gap-3 text-h2 font-600" href="/auth">
    <BrandMark className="h-8 w-8" />
    Paperpit
  </a>
);
