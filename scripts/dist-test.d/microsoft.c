/* in.spv to out.spv for SwiftShader, with the DLL, by the binary interface of Microsoft's tools. No C library: that of Microsoft is not to be had
 * everywhere, and MinGW's is not the one that is to be tried. */
#include <sos.h>

typedef void *handle;
__declspec(dllimport) handle CreateFileA(const char *, unsigned, unsigned, void *, unsigned, unsigned, handle);
__declspec(dllimport) int ReadFile(handle, void *, unsigned, unsigned *, void *);
__declspec(dllimport) int WriteFile(handle, const void *, unsigned, unsigned *, void *);
__declspec(dllimport) int CloseHandle(handle);
__declspec(dllimport) void ExitProcess(unsigned);

enum { GENERIC_READ_ = (int)0x80000000, GENERIC_WRITE_ = 0x40000000, CREATE_ALWAYS_ = 2, OPEN_EXISTING_ = 3 };

int _fltused;
static uint32_t words[1 << 16];

void start(void)
{
    sos_target *target = 0;
    sos_result *result = 0;
    unsigned size = 0, written = 0, wanted;
    handle in = CreateFileA("in.spv", (unsigned)GENERIC_READ_, 0, 0, OPEN_EXISTING_, 0, 0);
    handle out;
    if (!ReadFile(in, words, sizeof words, &size, 0) || size == 0)
        ExitProcess(3);
    if (sos_target_from_name(0, "swiftshader", &target) != SOS_OK)
        ExitProcess(4);
    if (sos_filter(target, words, size / 4, 0, &result) != SOS_OK || sos_result_outcome(result) != SOS_REWRITTEN)
        ExitProcess(5);
    wanted = (unsigned)sos_result_word_count(result) * 4;
    out = CreateFileA("out.spv", GENERIC_WRITE_, 0, 0, CREATE_ALWAYS_, 0, 0);
    if (!WriteFile(out, sos_result_words(result), wanted, &written, 0) || written != wanted)
        ExitProcess(6);
    CloseHandle(out);
    sos_result_free(result);
    sos_target_free(target);
    ExitProcess(0);
}
