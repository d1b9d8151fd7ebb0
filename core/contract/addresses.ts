/**
 * Where every endpoint is, by its name. Apart from endpoints.ts, which holds the rest, so that a browser can call one
 * without fetching its schemas: imported whole (`import * as at`), a bundle keeps what it names.
 */
export const login = { method: 'POST', path: '/api/login' } as const;
export const register = { method: 'POST', path: '/api/register' } as const;
export const logout = { method: 'POST', path: '/api/logout' } as const;
export const user = { method: 'GET', path: '/api/user' } as const;
export const language = { method: 'POST', path: '/api/language' } as const;
export const discordStart = { method: 'GET', path: '/auth/discord' } as const;
export const discordCallback = { method: 'GET', path: '/auth/discord/callback' } as const;
export const ownProfile = { method: 'GET', path: '/api/user-profile' } as const;
export const profile = { method: 'GET', path: '/api/user-profile/:id' } as const;
export const ownRank = { method: 'GET', path: '/api/rankingSystem' } as const;
export const rank = { method: 'GET', path: '/api/user-rank/:id' } as const;
export const rankings = { method: 'GET', path: '/api/rankings' } as const;
export const seasonResults = { method: 'GET', path: '/api/season-results/:number' } as const;
export const trade = { method: 'POST', path: '/api/trade' } as const;
export const portfolio = { method: 'GET', path: '/api/portfolio' } as const;
export const trades = { method: 'GET', path: '/api/all-trades/:id' } as const;
export const tradesFile = { method: 'GET', path: '/api/my-trades' } as const;
export const price = { method: 'GET', path: '/api/price' } as const;
export const candles = { method: 'GET', path: '/api/candles' } as const;
export const company = { method: 'GET', path: '/api/company' } as const;
export const search = { method: 'GET', path: '/api/search' } as const;
export const screener = { method: 'GET', path: '/api/screener' } as const;
export const logo = { method: 'GET', path: '/api/logo/:symbol' } as const;
export const competitionStatus = { method: 'GET', path: '/api/competition-status' } as const;
export const competitionDetails = { method: 'GET', path: '/api/competition-details' } as const;
export const toggleCompetition = { method: 'POST', path: '/api/toggle-competition' } as const;
export const updateCompetition = { method: 'POST', path: '/api/update-competition' } as const;
export const resetCompetition = { method: 'POST', path: '/api/reset-competition' } as const;
export const disqualify = { method: 'POST', path: '/api/disqualify' } as const;
export const shopItems = { method: 'GET', path: '/api/shop/items' } as const;
export const purchase = { method: 'POST', path: '/api/shop/purchase' } as const;
export const equip = { method: 'POST', path: '/api/user/equip-item' } as const;
export const recordings = { method: 'GET', path: '/api/recordings' } as const;
export const addRecording = { method: 'POST', path: '/api/recordings' } as const;
export const deleteRecording = { method: 'DELETE', path: '/api/recordings/:id' } as const;
export const deleteRecordingForm = { method: 'POST', path: '/api/recordings/:id/delete' } as const;
export const contact = { method: 'POST', path: '/api/contact' } as const;
export const message = { method: 'POST', path: '/api/messages/:id' } as const;
export const testError = { method: 'GET', path: '/api/test-error' } as const;
export const openapi = { method: 'GET', path: '/api/openapi.json' } as const;
