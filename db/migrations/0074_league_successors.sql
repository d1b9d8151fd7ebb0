-- A private game that its owner starts again has one successor, however often and however quickly the button is pressed.
alter table leagues add column successor_of text unique references leagues on delete set null;
