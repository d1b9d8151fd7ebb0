/**
 * Where every endpoint is, by its name. Apart from endpoints.ts, which holds the rest, so that a browser can call one
 * without fetching its schemas: a bundle keeps the text of those it calls.
 */
export const login = 'POST /api/login';
export const register = 'POST /api/register';
export const logout = 'POST /api/logout';
export const user = 'GET /api/user';
export const language = 'POST /api/language';
export const discordStart = 'GET /auth/discord';
export const discordCallback = 'GET /auth/discord/callback';
export const ownProfile = 'GET /api/user-profile';
export const profile = 'GET /api/user-profile/:id';
export const ownRank = 'GET /api/rankingSystem';
export const rank = 'GET /api/user-rank/:id';
export const rankings = 'GET /api/rankings';
export const seasonResults = 'GET /api/season-results/:number';
export const trade = 'POST /api/trade';
export const portfolio = 'GET /api/portfolio';
export const trades = 'GET /api/all-trades/:id';
export const tradesFile = 'GET /api/my-trades';
export const price = 'GET /api/price';
export const candles = 'GET /api/candles';
export const company = 'GET /api/company';
export const search = 'GET /api/search';
export const screener = 'GET /api/screener';
export const logo = 'GET /api/logo/:symbol';
export const competitionStatus = 'GET /api/competition-status';
export const competitionDetails = 'GET /api/competition-details';
export const toggleCompetition = 'POST /api/toggle-competition';
export const updateCompetition = 'POST /api/update-competition';
export const resetCompetition = 'POST /api/reset-competition';
export const disqualify = 'POST /api/disqualify';
export const shopItems = 'GET /api/shop/items';
export const purchase = 'POST /api/shop/purchase';
export const equip = 'POST /api/user/equip-item';
export const recordings = 'GET /api/recordings';
export const addRecording = 'POST /api/recordings';
export const deleteRecording = 'DELETE /api/recordings/:id';
export const deleteRecordingForm = 'POST /api/recordings/:id/delete';
export const contact = 'POST /api/contact';
export const message = 'POST /api/messages/:id';
export const testError = 'GET /api/test-error';
export const openapi = 'GET /api/openapi.json';
