/** The boxes in which framework/browser/crash.ts shows errors: a notice, for admins a dialog with the details. */
export function CrashBox({ isAdmin }: { isAdmin: boolean }) {
  if (!isAdmin) {
    return (
      <template id="crash-notice">
        <p role="alert">Notice</p>
      </template>
    );
  }
  return (
    <dialog id="crash" aria-label="Crashed">
      <textarea className="crash-details" readOnly aria-label="Details" />
      <form method="dialog">
        <button type="submit">Close</button>
        <a href="/" data-reload="">
          Reload
        </a>
      </form>
    </dialog>
  );
}
