/** The lists of people that admins look through. */
export const PEOPLE_TABS = ['newest', 'suspended', 'staff'] as const;
export type PeopleTab = (typeof PEOPLE_TABS)[number];
