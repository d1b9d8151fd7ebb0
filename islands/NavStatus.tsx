import { useEffect } from 'react';
import { ChartStatus, type ChartStatusProps } from '#components/layout/ChartStatus.tsx';
import { onMessage } from '#framework/browser/socket.ts';
import { island } from '#framework/islands/strategy.tsx';
import { useShared } from '#framework/islands/use-shared.ts';
import { watchPageDialog } from './_hooks/page-dialog.ts';
import { CHART_POLL_MS, competition, POLL_MS, watchCompetition } from './_state/competition.ts';
import { pushToast } from './_state/toasts.ts';
import { watchUser } from './_state/user.ts';

/** The dot and the Chart item of the top navigation; on every page, so it also hands on what the socket tells all pages. */
function NavStatus({ active: drawn, ...props }: ChartStatusProps) {
  const { current } = props;
  const active = useShared(competition, drawn);
  useEffect(() => watchCompetition(current ? CHART_POLL_MS : POLL_MS), [current]);
  useEffect(() => onMessage(handOn), []);
  useEffect(() => watchPageDialog(), []);
  // only drawn for who is signed in
  useEffect(() => watchUser(), []);
  useEffect(() => {
    document
      .querySelector('[data-competition]')
      ?.setAttribute('data-competition', active ? 'active' : 'inactive');
  }, [active]);
  return <ChartStatus active={active} {...props} />;
}

/** Trade successes become SPEC's window event, messages for this user a toast. */
function handOn(message: unknown): void {
  const told = (message ?? {}) as Record<string, unknown>;
  if (told.type === 'tradeSuccess') {
    const { username, profitPercentage } = told;
    window.dispatchEvent(new CustomEvent('tradeSuccess', { detail: { username, profitPercentage } }));
  }
  if (told.type === 'notice' && typeof told.title === 'string' && typeof told.message === 'string') {
    const kind = told.kind === 'success' ? 'success' : 'destructive';
    pushToast({ kind, title: told.title, message: told.message });
  }
}

export default island('NavStatus', 'idle', NavStatus);
