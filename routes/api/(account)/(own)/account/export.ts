import { endpoints } from '#core/contract/endpoints.ts';
import { handle } from '#framework/endpoint.ts';

export default handle(endpoints.exportData, { back: '/settings/data' }, ({ request, user, services, t }) =>
  services.dataExport.file(request, user, t),
);
