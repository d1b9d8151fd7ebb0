/**
 * Renders, in a template, price lines at rest with all class names of `islands/chart/lines/label.ts`, so that the
 * page's inline CSS includes the rules for these classes.
 */
export function LineRules() {
  return (
    <template>
      <div className="chart-lines" data-size="small" />
      <div className="chart-lines" data-size="wide">
        {(['gain', 'loss'] as const).map((tone) => (
          <div
            key={tone}
            className="chart-line"
            data-kind="position"
            data-mode="rest"
            data-tone={tone}
            hidden
          />
        ))}
        <div className="chart-line" data-kind="order" data-mode="rest" data-brevity="3" data-held="">
          <div className="chart-label">
            <span className="chart-label-row" hidden>
              <span className="chart-label-row chart-label-grip" role="slider" tabIndex={0} aria-valuenow={0}>
                <bdi className="chart-label-part live-figure" data-way="up" data-old="true" />
                <bdi className="chart-label-part live-figure" data-way="down" hidden />
              </span>
              <button type="button" className="chart-label-x">
                <svg className="icon size-3.5" />
              </button>
              <button type="button" className="chart-label-answer" data-waiting="" />
              <span className="chart-label-note flex items-center gap-1.5" />
            </span>
          </div>
          <span className="chart-line-tag live-figure" />
        </div>
      </div>
    </template>
  );
}
