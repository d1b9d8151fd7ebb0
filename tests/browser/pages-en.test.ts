import { testEveryPage } from '../helpers/every-page.ts';

testEveryPage('en');
