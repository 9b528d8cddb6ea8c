/*
 * Compiles GLSL to SPIR-V as `glslangValidator -V` does, many shaders in one process. The program takes 60 ms to parse the built-in
 * functions before it reads a shader of a page, and tests compile two thousand.
 *
 *   scripts/lib/checks.sh has the command that builds it, from the libraries of Debian's glslang-dev.
 *
 * Standard input and output are in the machine's byte order:
 *
 *   question: stage (glslang_stage_t), minor version of Vulkan 1, length of the source, each 32 bits; the source
 *   answer:   0 for a module or 1 for a message, length in bytes, each 32 bits; the words or the text
 */
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    glslang_target_client_version_t vulkan;
    glslang_target_language_version_t spirv;
} versions[] = {
    {GLSLANG_TARGET_VULKAN_1_0, GLSLANG_TARGET_SPV_1_0},
    {GLSLANG_TARGET_VULKAN_1_1, GLSLANG_TARGET_SPV_1_3},
    {GLSLANG_TARGET_VULKAN_1_2, GLSLANG_TARGET_SPV_1_5},
    {GLSLANG_TARGET_VULKAN_1_3, GLSLANG_TARGET_SPV_1_6},
};

static void answer(uint32_t status, const void *data, size_t size)
{
    const uint32_t head[2] = {status, (uint32_t)size};
    fwrite(head, sizeof head, 1, stdout);
    fwrite(data, 1, size, stdout);
    fflush(stdout);
}

static void say(const char *text)
{
    answer(1, text, strlen(text));
}

static void compile(const char *source, glslang_stage_t stage, uint32_t version)
{
    const glslang_messages_t rules = (glslang_messages_t)(GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT);
    glslang_input_t input;
    glslang_shader_t *shader;
    glslang_program_t *program;
    memset(&input, 0, sizeof input);
    input.language = GLSLANG_SOURCE_GLSL;
    input.stage = stage;
    input.client = GLSLANG_CLIENT_VULKAN;
    input.client_version = versions[version].vulkan;
    input.target_language = GLSLANG_TARGET_SPV;
    input.target_language_version = versions[version].spirv;
    input.code = source;
    input.default_version = 100;
    input.default_profile = GLSLANG_NO_PROFILE;
    input.messages = rules;
    input.resource = glslang_default_resource();
    shader = glslang_shader_create(&input);
    program = glslang_program_create();
    if (!glslang_shader_preprocess(shader, &input) || !glslang_shader_parse(shader, &input)) {
        say(glslang_shader_get_info_log(shader));
    } else {
        glslang_program_add_shader(program, shader);
        if (!glslang_program_link(program, rules)) {
            say(glslang_program_get_info_log(program));
        } else {
            glslang_program_SPIRV_generate(program, stage);
            answer(0, glslang_program_SPIRV_get_ptr(program), glslang_program_SPIRV_get_size(program) * sizeof(uint32_t));
        }
    }
    glslang_program_delete(program);
    glslang_shader_delete(shader);
}

int main(void)
{
    uint32_t question[3];
    glslang_initialize_process();
    while (fread(question, sizeof question, 1, stdin) == 1) {
        char *source = (char *)calloc(1, (size_t)question[2] + 1);
        if (source == NULL || question[1] >= sizeof versions / sizeof versions[0])
            return 2;
        if (fread(source, 1, question[2], stdin) != question[2])
            return 2;
        compile(source, (glslang_stage_t)question[0], question[1]);
        free(source);
    }
    glslang_finalize_process();
    return 0;
}
